import { download, useCall } from '../../../web/client.ts'
import { Failure, Skeleton } from '../../../web/kit/Loaded.tsx'
import { Button } from '../../../web/shell/control/Button.tsx'
import { Note } from '../../../web/shell/control/Note.tsx'
import { Progress } from '../../../web/shell/control/Progress.tsx'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'
import { useBilingual } from '../../../web/words.ts'
import { transferCalls } from '../contract.ts'
import { recordsPath } from '../rules.ts'
import { useTransferWords } from './words.ts'

/** Progress of a transfer; at its end the numbers, and the file of those who were not moved. */
export function TransferProgress({ batchId, onLeave }: { batchId: string; onLeave: () => void }) {
  const say = useTransferWords()
  const either = useBilingual()
  const navigate = useViewNavigate()
  const query = useCall(
    transferCalls.getTransferClassProgress,
    { batchId },
    { refetchInterval: (state) => (state === undefined || state.status === 'running' ? 1000 : false) },
  )
  if (query.isError && !query.data)
    return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton lines={2} />
  const { status, problem, total, moved, refused } = query.data
  const done = moved + refused
  if (status === 'running') {
    const text = total === null ? say('counting') : say('running', { done, total })
    return (
      <div aria-live="polite">
        <p>{text}</p>
        <Progress percent={total ? Math.floor((done / total) * 100) : 0} label={text} />
      </div>
    )
  }
  return (
    <>
      <Note
        type={refused > 0 || problem ? 'warning' : 'success'}
        title={say('done', { moved })}
        description={
          <>
            {refused > 0 && say('refused', { count: refused })}
            {problem && <div>{either(problem.zh, problem.en)}</div>}
          </>
        }
      />
      <div className="shell-row">
        {refused > 0 && (
          <Button
            type="primary"
            onClick={() =>
              void download(transferCalls.exportTransferClassErrorList, { batchId }).catch(() => {})
            }
          >
            {say('file')}
          </Button>
        )}
        <Button
          onClick={() => {
            onLeave()
            navigate(recordsPath)
          }}
        >
          {say('toRecords')}
        </Button>
      </div>
    </>
  )
}
