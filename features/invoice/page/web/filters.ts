import { invoiceColours, invoiceStatuses } from '../../contract.ts'
import { blueLifecycle, redLifecycle } from '../../rules.ts'
import { useBilingual } from '../../../../web/words.ts'
import { useInvoiceWords } from './words.ts'

/** Filters that the lists of a unit and of the office share. */
export function useInvoiceFilters() {
  const say = useInvoiceWords()
  const either = useBilingual()
  const nameOf = (status: string) => {
    const isBlue = (blueLifecycle.states as readonly string[]).includes(status)
    const isRed = (redLifecycle.states as readonly string[]).includes(status)
    const names = [
      isBlue && blueLifecycle.stateName(status as 'opened'),
      isRed && redLifecycle.stateName(status as 'opened'),
    ].filter((name) => name !== false)
    return [...new Set(names.map(({ zh, en }) => either(zh, en)))].join(' / ')
  }
  return {
    keyword: { name: 'keyword', label: say('keyword'), kind: 'text', hint: say('keywordHint') },
    status: {
      name: 'status',
      label: say('status'),
      kind: 'many',
      options: invoiceStatuses.map((value) => ({ value, label: nameOf(value) })),
    },
    colour: {
      name: 'colour',
      label: say('colour'),
      kind: 'select',
      options: invoiceColours.map((value) => ({ value, label: say(value) })),
    },
  } as const
}
