import { useBatchReport } from '../batch/web/BatchReport.tsx'
import { classStatuses } from '../contract.ts'
import { useClassWords } from './words.ts'

/** The report of a batch of classes, their states and steps in words. */
export function useClassReport() {
  const say = useClassWords()
  const states = Object.fromEntries(classStatuses.map((status) => [status, say(status)]))
  return useBatchReport({
    ...states,
    shelve: say('shelve'),
    unshelve: say('unshelve'),
    delete: say('remove'),
  })
}
