import { invoiceKinds } from '../../../../contract/invoicing.ts'
import { useState } from 'react'
import { useAction, useCall } from '../../../../web/client.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { Chips } from '../../../../web/kit/Chips.tsx'
import { TextField } from '../../../../web/kit/Field.tsx'
import type { Faults } from '../../../../web/kit/Form.tsx'
import { notify } from '../../../../web/notice.ts'
import { invoiceCalls, titleKinds } from '../../contract.ts'
import { bankFacts, faultOf, taxNoSoFar, type TitleDraft, withTitle } from './title.ts'
import { useRequestWords } from './requestWords.ts'
import { useInvoiceWords } from './words.ts'

/** Titles that are offered at once; the others are a tap further. */
const shownTitles = 5

/** Texts for what may be wrong with a title. */
export function useTitleTexts() {
  const say = useRequestWords()
  const ofInvoice = useInvoiceWords()
  return {
    titleFirst: say('titleFirst'),
    taxNoFirst: say('taxNoFirst'),
    taxNoWrong: say('taxNoWrong'),
    mustFill: say('mustFill'),
    wrongEmail: ofInvoice('wrongEmail'),
  }
}

/** Inputs for the kind of an invoice, its title and where it is sent. */
export function TitleInputs({
  draft,
  onChange,
  kinds,
  isUnit,
  faults,
}: {
  draft: TitleDraft
  onChange: (draft: TitleDraft) => void
  kinds: readonly TitleDraft['invoiceKind'][]
  /** The payer is an organisation, which has no title of a person. */
  isUnit: boolean
  faults: Faults
}) {
  const say = useRequestWords()
  const ofInvoice = useInvoiceWords()
  const set = (changes: Partial<TitleDraft>) => onChange({ ...draft, ...changes })
  const isSpecial = draft.invoiceKind === 'special'
  const right = taxNoSoFar(draft.taxNo)
  const taxFault = faultOf(faults, 'taxNo') ?? (right === false ? say('taxNoWrong') : undefined)
  const field = (name: 'name' | 'email' | (typeof bankFacts)[number]) => ({
    value: draft[name],
    error: faultOf(faults, name),
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  })
  const isBankWrong = bankFacts.some((name) => faultOf(faults, name) !== undefined)
  const bankInputs = (
    <div className="k-stack k-gap-3">
      <TextField
        label={ofInvoice('address')}
        maxLength={100}
        autoComplete="street-address"
        {...field('address')}
      />
      <TextField
        label={ofInvoice('phone')}
        maxLength={30}
        inputMode="tel"
        autoComplete="off"
        {...field('phone')}
      />
      <TextField label={ofInvoice('bank')} maxLength={100} autoComplete="off" {...field('bank')} />
      <TextField
        label={ofInvoice('bankAccount')}
        maxLength={50}
        inputMode="numeric"
        autoComplete="off"
        {...field('bankAccount')}
      />
    </div>
  )
  return (
    <div className="invoice-titling k-stack k-gap-4">
      {kinds.length > 1 && (
        <Chips
          label={ofInvoice('kind')}
          value={draft.invoiceKind}
          options={invoiceKinds
            .filter((kind) => kinds.includes(kind))
            .map((value) => ({ value, label: ofInvoice(value) }))}
          onChange={(invoiceKind) =>
            set({ invoiceKind, ...(invoiceKind === 'special' ? { kind: 'enterprise' as const } : {}) })
          }
        />
      )}
      {!isUnit && !isSpecial && (
        <Chips
          label={ofInvoice('titleKind')}
          value={draft.kind}
          options={titleKinds.map((value) => ({ value, label: ofInvoice(value) }))}
          onChange={(kind) => set({ kind })}
        />
      )}
      <TextField
        label={ofInvoice('titleName')}
        maxLength={100}
        autoComplete={draft.kind === 'personal' ? 'name' : 'organization'}
        hint={say(draft.kind === 'personal' ? 'titlePerson' : 'titleUnit')}
        {...field('name')}
      />
      {draft.kind === 'enterprise' && (
        <>
          <TextField
            label={ofInvoice('taxNo')}
            maxLength={30}
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="characters"
            value={draft.taxNo}
            error={taxFault}
            hint={right ? <span className="invoice-right">✓ {say('taxNoRight')}</span> : say('taxNoHint')}
            onChange={({ target }) => set({ taxNo: target.value })}
          />
          {isSpecial ? (
            <fieldset className="k-box invoice-bank">
              <legend>{say('bankFacts')}</legend>
              <p className="k-muted k-small">{say('specialHint')}</p>
              {bankInputs}
            </fieldset>
          ) : (
            <details className="invoice-more" {...(isBankWrong ? { open: true } : {})}>
              <summary>{say('bankFactsOptional')}</summary>
              {bankInputs}
            </details>
          )}
        </>
      )}
      <TextField
        label={ofInvoice('email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={100}
        hint={say('emailHint')}
        {...field('email')}
      />
    </div>
  )
}

/** Titles the payer used before, the last one first, each a tap away; one that is not wanted any more is removed. */
export function SavedTitles({
  draft,
  isUnit,
  onChoose,
}: {
  draft: TitleDraft
  isUnit: boolean
  onChoose: (draft: TitleDraft) => void
}) {
  const say = useRequestWords()
  const { data } = useCall(invoiceCalls.accountInvoice, {})
  const [areAll, setAll] = useState(false)
  const remove = useAction(invoiceCalls.removeTitle, {
    onDone: () => notify('success', say('titleRemoved')),
  })
  const isSpecial = draft.invoiceKind === 'special'
  const titles = (data?.titles ?? []).filter(({ kind }) => kind === 'enterprise' || !(isUnit || isSpecial))
  if (titles.length === 0) return null
  const shown = areAll ? titles : titles.slice(0, shownTitles)
  return (
    <fieldset className="k-box invoice-titles">
      <legend>{say('savedTitles')}</legend>
      <ul className="k-list k-stack k-gap-2">
        {shown.map((title) => (
          <li key={title.id ?? `${title.name} ${title.taxNo}`} className="k-row">
            <button
              type="button"
              className="invoice-title k-bare"
              aria-pressed={draft.name === title.name && draft.taxNo === (title.taxNo ?? '')}
              onClick={() => onChoose(withTitle(draft, title))}
            >
              <b>{title.name}</b>
              <span className="k-muted k-small">{title.taxNo}</span>
            </button>
            {title.id !== null && (
              <Button
                kind="quiet"
                aria-label={say('removeTitle', { name: title.name })}
                title={say('removeTitleHint')}
                busy={remove.isPending && remove.variables.id === title.id}
                onClick={() => remove.mutate({ id: title.id! })}
              >
                ✕
              </Button>
            )}
          </li>
        ))}
      </ul>
      {titles.length > shown.length && (
        <Button kind="quiet" onClick={() => setAll(true)}>
          {say('more')}
        </Button>
      )}
    </fieldset>
  )
}
