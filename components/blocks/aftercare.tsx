/**
 * The steps after an operation, with how long after it each of them is. A behaviour adds their days and prints them; nothing that a
 * family enters is sent.
 */
import { fieldClass } from '#components/forms/field.tsx'
import { buttonClass } from '#components/ui/button-link.tsx'
import { Card } from '#components/ui/card.tsx'
import { Section } from '#components/ui/section.tsx'
import { currentLocale } from '#lib/platform/languages/current.ts'
import { messages, textsIn } from '#lib/platform/messages/index.ts'
import { operations } from '#lib/site/content/block-schema.ts'
import { site } from '#lib/site/content/index.ts'
import type { BlockProps } from './block.tsx'

export function Aftercare({ block, id }: BlockProps<'aftercare'>) {
  const t = messages()
  const names = { lip: t('aftercare.lip'), palate: t('aftercare.palate'), both: t('aftercare.both') }
  return (
    <Section id={id} words={block} behaviour="aftercare">
      <div
        hidden
        data-controls={currentLocale()}
        data-dated={textsIn().aftercare.dated}
        data-organisation={site().names.organisation}
        className="mb-6 max-w-measure print:hidden"
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <label className="font-semibold">
            {t('aftercare.day')}
            <input type="date" min="2000-01-01" max="2100-12-31" autoComplete="off" className={fieldClass} />
          </label>
          <label className="font-semibold">
            {t('aftercare.operation')}
            <select autoComplete="off" className={fieldClass}>
              <option value="">{t('aftercare.unknown')}</option>
              {operations.map((operation) => (
                <option key={operation} value={operation}>
                  {names[operation]}
                </option>
              ))}
            </select>
          </label>
        </div>
        <p className="mt-2 text-small text-soft">{t('aftercare.private')}</p>
      </div>
      <ol className="grid max-w-measure gap-4">
        {block.steps.map(({ title, text, days, months, operations: only, lang }) => (
          <Card
            as="li"
            key={title}
            lang={lang}
            className="break-inside-avoid"
            data-days={days}
            data-months={months}
            data-operations={only?.join(' ')}
          >
            <p data-when className="font-semibold text-coral">
              {days ? t('aftercare.days', { days }) : t('aftercare.months', { months: months ?? 0 })}
            </p>
            <h3 className="mt-1">{title}</h3>
            {only && <p className="text-small text-soft">{only.map((operation) => names[operation]).join(' · ')}</p>}
            <p className="mt-2">{text}</p>
          </Card>
        ))}
      </ol>
      <p className="mt-6 flex flex-wrap gap-3 print:hidden">
        <button hidden data-behaviour="print" type="button" className={buttonClass()}>
          {t('aftercare.print')}
        </button>
        <button hidden data-calendar type="button" className={buttonClass('outline')}>
          {t('event.calendarFile')}
        </button>
      </p>
    </Section>
  )
}
