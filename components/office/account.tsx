/** A person's own page: passkey and sessions. Also shown instead of a desk that they may not open. */
import { Notice } from '#components/ui/card.tsx'
import { officePost } from '#lib/office/access/headers.ts'
import { formToken, type Session } from '#lib/office/access/session.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { PostForm, smallButton } from './fields.tsx'

export function AccountPage({ session, isRefused = false }: { session: Session; isRefused?: boolean }) {
  const t = messages()
  const { staff, needsPasskey, hasPasskey } = session
  const state = needsPasskey ? 'passkeyNeeded' : hasPasskey ? 'passkeyHas' : 'passkeyNone'
  return (
    <>
      <h1 className="mb-4 text-h3">{t(isRefused ? 'office.notYours' : 'office.account')}</h1>
      {isRefused && !needsPasskey && <p className="mb-4">{t('office.notYoursText')}</p>}
      <p className="mb-4 wrap-anywhere">
        {staff.name}, {staff.email}: {staff.roles.join(', ')}
      </p>
      <section aria-labelledby="passkey" className="mb-6 max-w-xl">
        <h2 id="passkey" className="mb-2 text-lead">
          {t('office.passkeyHeading')}
        </h2>
        <p className="mb-3">{t(`office.${state}`)}</p>
        <noscript>
          <Notice className="mb-3">{t('office.passkeyScript')}</Notice>
        </noscript>
        <div
          data-behaviour="passkey"
          data-post={officePost}
          data-token={formToken(session, 'passkey', '')}
          data-working={t('office.passkeyWorking')}
          data-failed={t('office.passkeyFailed')}
        >
          <button type="button" disabled className={smallButton}>
            {t(needsPasskey ? 'office.passkeyShow' : 'office.passkeyAdd')}
          </button>
          <p role="status" className="mt-2" />
        </div>
      </section>
      <PostForm session={session} spec={{ intent: 'sign-out-everywhere', submit: 'signOutEverywhere' }} />
    </>
  )
}
