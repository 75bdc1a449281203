import { yuan } from '../../../../contract/money.ts'
import type { InvoiceDetail, invoiceCalls } from '../../contract.ts'
import type { OutputOf } from '../../../../contract/call.ts'
import type { Static } from 'typebox'
import './Invoice.css'
import { useInvoiceWords } from './words.ts'

type Preview = OutputOf<typeof invoiceCalls.invoiceRemark>
type Detail = Static<typeof InvoiceDetail>

/** Hundredths of a percent as a rate: 300 → "3". */
const percent = (rate: number) => String(rate / 100)

/** Policies of a line that have a name, by the tax bureau's numbers. */
const policies = { '01': 'simpleLevy', '03': 'taxFree' } as const

/** The lines, sums and remark of an invoice, as they are or would be printed. */
export function InvoicePaper({ of }: { of: Preview | Detail }) {
  const say = useInvoiceWords()
  const { lines, amount, tax, amountInCharacters, remark, seller, rosterCount } = of
  const taxOf = ({ rate, policy, tax: inIt }: (typeof lines)[number]) =>
    [
      rate === 0 && inIt === 0 ? say('noTax') : say('rateOf', { rate: percent(rate) }),
      policy && (policy in policies ? say(policies[policy as '01']) : say('policyOf', { code: policy })),
      inIt > 0 && say('taxIn', { tax: yuan(inIt) }),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <section className="invoice-paper" aria-label={say('lines')}>
      <ul className="k-list">
        {lines.map((line) => (
          <li key={line.lineNo}>
            <span>
              {line.name}
              <span className="k-muted k-small invoice-under">
                {say('lineOf', { orderNo: line.orderNo })} · {say('quantityOf', { count: line.quantity })} ·{' '}
                {taxOf(line)}
              </span>
              {'reddened' in line && line.reddened > 0 && (
                <span className="k-note">{say('reddenedOf', { amount: yuan(line.reddened) })}</span>
              )}
            </span>
            <span className="k-numbers k-nowrap">¥{yuan(line.amount)}</span>
          </li>
        ))}
        <li className="invoice-sum">
          <span>
            {say('sumWithTax')}
            <span className="k-muted k-small invoice-under">
              {say('taxIn', { tax: yuan(tax) })} · {say('sumInCharacters')} {amountInCharacters}
            </span>
          </span>
          <strong className="k-numbers">¥{yuan(amount)}</strong>
        </li>
      </ul>
      <dl className="k-facts">
        <dt>{say('remark')}</dt>
        <dd className="k-prose">
          {remark}
          {'limit' in of && (
            <span className="k-muted k-small invoice-under">
              {say('remarkCount', { count: [...remark].length, limit: of.limit })}
            </span>
          )}
        </dd>
        <dt>{say('seller')}</dt>
        <dd>
          {seller.name} <span className="k-muted k-small">{seller.taxNo}</span>
        </dd>
      </dl>
      {rosterCount > 0 && <p className="k-muted k-small">{say('rosterNote', { count: rosterCount })}</p>}
    </section>
  )
}
