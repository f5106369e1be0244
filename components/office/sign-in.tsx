/** Asks for the mailed link, and uses it. Opening the link does not use it up, because mail programs open links. */
import { buttonClass } from '#components/ui/button-link.tsx'
import { linkField, officePost } from '#lib/office/access/headers.ts'
import { messages } from '#lib/platform/messages/index.ts'
import { officeAddress } from '#lib/platform/office.ts'
import { inputClass } from './fields.tsx'

export function SignInForm() {
  const t = messages()
  return (
    <form method="post" action={officePost} className="grid max-w-md gap-4">
      <h1 className="text-h3">{t('office.signInHeading')}</h1>
      <p>{t('office.signInIntro')}</p>
      <input type="hidden" name="intent" value="ask" />
      <label className="font-semibold">
        {t('office.email')}
        <input type="email" name="email" autoComplete="email" required maxLength={254} className={inputClass} />
      </label>
      <div>
        <button type="submit" className={buttonClass('solid')}>
          {t('office.sendLink')}
        </button>
      </div>
      {/* Browsers send no cookie of ours with a link from elsewhere. */}
      <a href={officeAddress} className="inline-flex min-h-11 items-center underline underline-offset-4">
        {t('office.alreadyIn')}
      </a>
    </form>
  )
}

export function ConfirmSignIn({ token }: { token: string }) {
  const t = messages()
  return (
    <form method="post" action={officePost} className="grid max-w-md gap-4">
      <h1 className="text-h3">{t('office.signInHeading')}</h1>
      <p>{t('office.confirmIntro')}</p>
      <p className="text-soft">{t('office.otherBrowser')}</p>
      <input type="hidden" name="intent" value="sign-in" />
      <input type="hidden" name={linkField} value={token} />
      <div>
        <button type="submit" className={buttonClass('solid')}>
          {t('office.signIn')}
        </button>
      </div>
    </form>
  )
}
