import { useMay } from '../../../web/shell/may.ts'
import { useBatchReport } from '../batch/web/BatchReport.tsx'
import { classCalls, classStatuses } from '../contract.ts'
import { useClassWords } from './words.ts'

/** The report of a batch of classes, their states and steps in words. */
export function useClassReport() {
  const say = useClassWords()
  const states = Object.fromEntries(classStatuses.map((status) => [status, say(status)]))
  const mayWrite = useMay(classCalls.createTrainClass)
  const page = '/train-manage/train-class-detail'
  return useBatchReport(
    { ...states, shelve: say('shelve'), unshelve: say('unshelve'), delete: say('remove') },
    (id) =>
      mayWrite
        ? [
            { label: say('toEdit'), to: `${page}?id=${id}&tab=write` },
            { label: say('toExam'), to: `${page}?id=${id}&tab=exam` },
          ]
        : [],
  )
}
