import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Progress from 'antd/es/progress'
import Result from 'antd/es/result'
import { download, useAction } from '../../../../web/client.ts'
import { useBilingual } from '../../../../web/words.ts'
import { importCalls, type ImportProgress } from '../contract.ts'
import './Import.css'
import { ImportRows } from './ImportRows.tsx'
import { useImportWords } from './words.ts'

/** Where an import stands: being checked, waiting for a yes, running, or over; and what may be done then. */
export function ImportOutcome({
  progress,
  onAgain,
  onView,
}: {
  progress: ImportProgress
  onAgain: () => void
  onView: () => void
}) {
  const say = useImportWords()
  const either = useBilingual()
  const { importId, fileName: name, status, rows, done } = progress
  const cancel = useAction(importCalls.cancelImport)
  const cancelButton = (
    <Button danger loading={cancel.isPending} onClick={() => cancel.mutate({ importId })}>
      {say('cancel')}
    </Button>
  )

  if (status === 'checking' || status === 'applying') {
    return (
      <>
        <p aria-live="polite">
          {status === 'checking' ? say('checking', { name, rows }) : say('applying', { done, rows })}
        </p>
        <Progress
          percent={status === 'checking' || rows === 0 ? 0 : Math.floor((done / rows) * 100)}
          showInfo={status === 'applying'}
          status="active"
          aria-label={name}
        />
        <p className="import-hint">{say('safe')}</p>
        <div className="import-foot">{cancelButton}</div>
      </>
    )
  }
  if (status === 'failed') {
    return (
      <Result
        status="error"
        title={say('failed', { name })}
        subTitle={progress.problem && either(progress.problem.zh, progress.problem.en)}
        extra={
          <Button type="primary" onClick={onAgain}>
            {say('again')}
          </Button>
        }
      />
    )
  }
  if (status === 'checked')
    return <Checked progress={progress} onAgain={onAgain} cancelButton={cancelButton} />

  const { accepted, rejected } = progress
  const isApplied = status === 'applied'
  return (
    <>
      <Result
        status={isApplied ? 'success' : 'info'}
        title={say(isApplied ? 'applied' : 'cancelled')}
        subTitle={isApplied ? say('appliedText', { accepted, rejected }) : say('cancelledText', { accepted })}
        extra={
          <div className="import-foot" style={{ justifyContent: 'center' }}>
            <Button type="primary" onClick={onView}>
              {say('view')}
            </Button>
            {rejected > 0 && <ErrorFile importId={importId} count={rejected} />}
            <Button onClick={onAgain}>{say('another')}</Button>
          </div>
        }
      />
      {rejected > 0 && <p className="import-hint">{say('errorFileHint')}</p>}
      {isApplied && <ImportRows progress={progress} />}
    </>
  )
}

function Checked({
  progress,
  onAgain,
  cancelButton,
}: {
  progress: ImportProgress
  onAgain: () => void
  cancelButton: React.ReactNode
}) {
  const say = useImportWords()
  const { importId, fileName: name, rows, good, bad } = progress
  const apply = useAction(importCalls.applyImport)
  const verdict = bad === 0 ? 'allGood' : good === 0 ? 'noneGood' : 'checked'
  const type = { allGood: 'success', noneGood: 'error', checked: 'warning' } as const
  const hint = { allGood: '', noneGood: say('noneGoodHint'), checked: say('someBadHint') }
  return (
    <>
      <Alert
        type={type[verdict]}
        showIcon
        title={say(verdict, { name, rows, good, bad })}
        description={hint[verdict]}
      />
      <div className="import-foot">
        {good > 0 && (
          <Button type="primary" loading={apply.isPending} onClick={() => apply.mutate({ importId })}>
            {say('apply', { good })}
          </Button>
        )}
        {bad > 0 && <ErrorFile importId={importId} count={bad} />}
        {good > 0 ? (
          cancelButton
        ) : (
          <Button type="primary" onClick={onAgain}>
            {say('again')}
          </Button>
        )}
      </div>
      {bad > 0 && <p className="import-hint">{say('errorFileHint')}</p>}
      <ImportRows progress={progress} />
    </>
  )
}

function ErrorFile({ importId, count }: { importId: string; count: number }) {
  const say = useImportWords()
  return (
    <Button onClick={() => void download(importCalls.exportError, { importId }).catch(() => {})}>
      {say('errorFile', { count })}
    </Button>
  )
}
