import { type ReactNode, useState } from 'react'
import type { BatchResult } from '../../../contract/selection.ts'
import { notify } from '../../../web/notice.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import type { RowLink } from './BatchReportDialog.tsx'
import { useBatchWords } from './words.ts'

const BatchReportDialog = dialogPart(() => import('./BatchReportDialog.tsx'))

/**
 * Reports the result of a batch: a notice when every row is done or a job has begun, else a dialog with each refused row
 * and why.
 * `linksOf` links to where a refused row can be fixed.
 */
export function useBatchReport(linksOf: (id: string) => readonly RowLink[] = () => []): {
  showReport: (result: BatchResult) => void
  report: ReactNode
} {
  const say = useBatchWords()
  const [result, setResult] = useState<BatchResult | null>(null)
  return {
    showReport(reported) {
      const { succeeded, proposed = [] } = reported
      if (reported.batchId) notify('success', say('begun'))
      else if (reported.failed.length > 0) setResult(reported)
      else if (proposed.length > 0)
        notify('prompt', say('further', { done: succeeded.length, count: proposed.length }))
      else notify('success', say('all', { count: succeeded.length }))
    },
    report: result && <BatchReportDialog result={result} linksOf={linksOf} onClose={() => setResult(null)} />,
  }
}
