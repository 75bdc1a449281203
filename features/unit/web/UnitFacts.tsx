import Descriptions from 'antd/es/descriptions'
import type { ReactNode } from 'react'
import { dateTime } from '../../../web/format.ts'
import { CopyText } from '../../../web/shell/control/CopyText.tsx'
import type { UnitDetail } from '../contract.ts'
import { useCodeName } from './CodeSelect.tsx'
import { useUnitWords } from './words.ts'

/** Facts on record of a unit, its contact, and the title of its invoices. */
export function UnitFacts({ unit }: { unit: UnitDetail }) {
  const say = useUnitWords()
  const nameOf = useCodeName()
  const { invoiceTitle } = unit
  const line = (key: string, label: string, value: ReactNode) => ({
    key,
    label,
    children: value || <span className="k-caption k-numbers">{say('empty')}</span>,
  })
  const copied = (text: string | null, label: string) => text && <CopyText text={text} name={label} />
  const common = {
    bordered: true,
    size: 'small',
    column: { xs: 1, md: 2 },
    style: { marginBottom: 16 },
  } as const
  return (
    <>
      <Descriptions
        {...common}
        items={[
          line('creditCode', say('creditCode'), copied(unit.creditCode, say('creditCode'))),
          line('parent', say('parent'), unit.parentName ?? say('parentTop')),
          line('region', say('region'), nameOf('region', unit.region)),
          line('industry', say('industry'), nameOf('industry', unit.industry)),
          line('contact', say('contact'), unit.contact),
          line('phone', say('phone'), copied(unit.phone, say('phone'))),
          line('email', say('email'), unit.email),
          line('address', say('address'), unit.address),
          line('created', say('created'), dateTime(unit.createdAt)),
          ...(unit.mergedFrom.length > 0
            ? [line('merged', say('mergedFrom'), unit.mergedFrom.map((old) => old.name).join(' · '))]
            : []),
        ]}
      />
      <Descriptions
        {...common}
        title={say('invoice')}
        items={
          invoiceTitle
            ? [
                line('name', say('invoiceName'), invoiceTitle.name),
                line('taxNo', say('taxNo'), copied(invoiceTitle.taxNo, say('taxNo'))),
                line('address', say('invoiceAddress'), invoiceTitle.address),
                line('phone', say('invoicePhone'), invoiceTitle.phone),
                line('bank', say('bank'), invoiceTitle.bank),
                line('bankAccount', say('bankAccount'), invoiceTitle.bankAccount),
                line('email', say('invoiceEmail'), invoiceTitle.email),
              ]
            : [line('none', say('invoiceName'), null)]
        }
      />
    </>
  )
}
