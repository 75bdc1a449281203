import { useBilingual } from '../../../../web/words.ts'
import { dateTime } from '../../../../web/format.ts'
import type { Invoice, InvoiceStatus } from '../../contract.ts'
import { blueLifecycle, redLifecycle } from '../../rules.ts'
import { useInvoiceWords } from './words.ts'

type Colour = Invoice['colour']
type BlueState = (typeof blueLifecycle.states)[number]
type RedState = (typeof redLifecycle.states)[number]

/** Tones of states, as tags have them. */
export const tones: Readonly<Record<Colour, Readonly<Partial<Record<InvoiceStatus, string>>>>> = {
  blue: {
    requested: 'warn',
    opening: '',
    waiting_drawer: 'warn',
    failed: 'bad',
    rejected: 'bad',
    withdrawn: 'plain',
    opened: 'good',
    reddening: 'warn',
    part_reddened: 'warn',
    reddened: 'plain',
  },
  red: {
    requested: 'warn',
    confirming: 'warn',
    opening: '',
    opened: 'good',
    failed: 'bad',
    lapsed: 'bad',
    refused: 'bad',
    cancelled: 'plain',
  },
}

/** Actors who have to go on with each state; absent where nobody has. */
const actors = {
  blue: {
    requested: 'office',
    opening: 'system',
    waiting_drawer: 'office',
    failed: 'payer',
    rejected: 'payer',
    reddening: 'system',
  },
  red: { requested: 'office', confirming: 'system', opening: 'system', failed: 'office', lapsed: 'office' },
} as const satisfies Record<Colour, Partial<Record<InvoiceStatus, 'office' | 'system' | 'payer'>>>

/** States that change by themselves, so that a page looks again. */
const moving: readonly InvoiceStatus[] = ['opening', 'waiting_drawer', 'reddening', 'confirming']

/** Milliseconds after which a page looks again at an invoice; false where nothing happens by itself. */
export const lookAgain = (status: InvoiceStatus | undefined) =>
  status !== undefined && moving.includes(status) ? 5000 : false

/** Says the state of an invoice of either colour. */
export function useInvoiceState(): (invoice: { colour: Colour; status: InvoiceStatus }) => string {
  const either = useBilingual()
  return ({ colour, status }) => {
    const { zh, en } =
      colour === 'blue'
        ? blueLifecycle.stateName(status as BlueState)
        : redLifecycle.stateName(status as RedState)
    return either(zh, en)
  }
}

type Followed = Pick<Invoice, 'colour' | 'status' | 'formBy' | 'formUntil' | 'isSpent'> & {
  isReplacing?: boolean
}

/** Says what comes next of an invoice and who has to act, as its payer or the office reads it. */
export function useInvoiceNext(reader: 'payer' | 'office'): (invoice: Followed) => {
  next: string
  waitsFor: string | null
} {
  const say = useInvoiceWords()
  return ({ colour, status, formBy, formUntil, isSpent, isReplacing }) => {
    if (isSpent) return { next: say('next_blue_spent'), waitsFor: null }
    const isAsked = colour === 'red' && status === 'confirming' && formBy !== null
    const actor = isAsked
      ? formBy === 'buyer'
        ? 'payer'
        : 'office'
      : isReplacing && status === 'requested'
        ? 'system'
        : (actors[colour] as Partial<Record<InvoiceStatus, 'office' | 'system' | 'payer'>>)[status]
    const next = isAsked
      ? say(`next_red_confirming_${formBy}`, { until: formUntil ? dateTime(formUntil) : '' })
      : isReplacing && status === 'requested'
        ? say('next_replacing')
        : say(`next_${colour}_${status}` as 'next_blue_requested')
    const who = actor === 'payer' && reader === 'office' ? 'unit' : actor
    return { next, waitsFor: who ? say('waitsFor', { who: say(`who_${who}`) }) : null }
  }
}
