import { useMay } from '../../../web/shell/view/may.ts'
import { useBatchReport } from '../../batch/web/BatchReport.tsx'
import { classCalls } from '../contract.ts'
import { useClassWords } from './words.ts'

/** The report of a batch of classes, with links to where a refused one can be fixed. */
export function useClassReport() {
  const say = useClassWords()
  const mayWrite = useMay(classCalls.createTrainClass)
  const page = '/train-manage/train-class-detail'
  return useBatchReport((id) =>
    mayWrite
      ? [
          { label: say('toEdit'), to: `${page}?id=${id}&tab=write` },
          { label: say('toExam'), to: `${page}?id=${id}&tab=exam` },
        ]
      : [],
  )
}
