import { Fragment } from 'react'
import type { BuyerTitle, Invoice } from '../../contract.ts'
import { useInvoiceWords } from './words.ts'

/** To whom an invoice is made out, and where it is sent. */
export function TitleFacts({
  kind,
  title,
  email,
}: {
  kind: Invoice['kind']
  title: BuyerTitle
  email: string | null
}) {
  const say = useInvoiceWords()
  const facts = [
    ['kind', say(kind)],
    ['titleName', title.name],
    ['titleKind', say(title.kind)],
    ['taxNo', title.taxNo],
    ['address', title.address],
    ['phone', title.phone],
    ['bank', title.bank],
    ['bankAccount', title.bankAccount],
    ['email', email],
  ] as const
  return (
    <dl className="k-facts">
      {facts.map(
        ([name, fact]) =>
          fact && (
            <Fragment key={name}>
              <dt>{say(name)}</dt>
              <dd>{fact}</dd>
            </Fragment>
          ),
      )}
    </dl>
  )
}
