import Alert from 'antd/es/alert'
import Checkbox from 'antd/es/checkbox'
import Progress from 'antd/es/progress'
import Result from 'antd/es/result'
import { useState } from 'react'
import { Button } from '../../../web/shell/control/Button.tsx'
import { download, useAction, useCall } from '../../../web/client.ts'
import { useBilingual } from '../../../web/words.ts'
import { importCalls, type ImportProgress } from '../contract.ts'
import './Import.css'
import { ImportRows } from './ImportRows.tsx'
import { useImportWords } from './words.ts'

interface Props {
  progress: ImportProgress
  /** Chooses another file. */
  onAgain: () => void
  /** Shows what was imported. */
  onView: () => void
  viewLabel: string
  /** Links to continue with what was imported. */
  next: React.ReactNode
}

/** The state of an import: being checked, waiting for confirmation, running, or over; with its actions. */
export function ImportOutcome(props: Props) {
  const say = useImportWords()
  const either = useBilingual()
  const { progress, onAgain } = props
  const { fileName: name, status } = progress
  if (status === 'checking' || status === 'applying') return <Running progress={progress} />
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
  return status === 'checked' ? <Checked {...props} /> : <Over {...props} />
}

function CancelButton({ importId }: { importId: string }) {
  const say = useImportWords()
  const cancel = useAction(importCalls.cancel)
  return (
    <Button danger loading={cancel.isPending} onClick={() => cancel.mutate({ importId })}>
      {say('cancel')}
    </Button>
  )
}

function Running({ progress }: { progress: ImportProgress }) {
  const say = useImportWords()
  const apply = useAction(importCalls.apply)
  const { importId, applicable, fileName: name, status, rows, done, stopped } = progress
  const isChecking = status === 'checking'
  if (stopped) {
    return (
      <Result
        status="warning"
        title={say('stopped', { done, rows })}
        extra={
          <div className="import-foot centre">
            {applicable && (
              <Button type="primary" loading={apply.isPending} onClick={() => apply.mutate({ importId })}>
                {say('goOn')}
              </Button>
            )}
            <CancelButton importId={importId} />
          </div>
        }
      />
    )
  }
  return (
    <>
      <p aria-live="polite">
        {isChecking ? say('checking', { name, rows }) : say('applying', { done, rows })}
      </p>
      <Progress
        percent={isChecking || rows === 0 ? 0 : Math.floor((done / rows) * 100)}
        showInfo={!isChecking}
        status="active"
        aria-label={name}
      />
      <p className="import-hint">{say('safe')}</p>
      <div className="import-foot">
        <CancelButton importId={importId} />
      </div>
    </>
  )
}

function Checked({ progress, onAgain }: Props) {
  const say = useImportWords()
  const { importId, applicable, fileName: name, fresh, changed, same, bad, leftOut } = progress
  const [updates, setUpdates] = useState(false)
  const apply = useAction(importCalls.apply)
  const good = fresh + changed + same
  const rows = good + bad
  const count = fresh + (updates ? changed : 0)
  const verdict =
    good === 0 ? 'noneGood' : bad > 0 ? 'checked' : fresh + changed === 0 ? 'allThere' : 'allGood'
  const types = { allGood: 'success', allThere: 'info', noneGood: 'error', checked: 'warning' } as const
  const counts = [
    ['countNew', fresh],
    ['countChanged', changed],
    ['countSame', same],
    // Of some rows the title says it.
    ['countBad', good === 0 ? bad : 0],
    ['countOut', leftOut],
  ] as const
  const hint = bad === 0 ? null : good === 0 ? 'noneGoodHint' : 'someBadHint'
  return (
    <>
      <Alert
        type={types[verdict]}
        showIcon
        title={say(verdict, { name, rows, good, bad })}
        description={
          <>
            <ul className="import-counts">
              {counts
                .filter(([, number]) => number > 0)
                .map(([word, number]) => (
                  <li key={word}>{say(word, { count: number })}</li>
                ))}
            </ul>
            {hint && say(hint)}
          </>
        }
      />
      {progress.encoding && <p className="import-hint">{say('encoding', { encoding: progress.encoding })}</p>}
      <HiddenParts progress={progress} />
      {progress.otherColumns.length > 0 && (
        <Alert
          type="info"
          showIcon
          className="import-hidden"
          title={say('otherColumns', { columns: progress.otherColumns.join(say('comma')) })}
        />
      )}
      {changed > 0 && (
        <p style={{ marginBottom: 0 }}>
          <Checkbox checked={updates} onChange={({ target }) => setUpdates(target.checked)}>
            {say('update', { count: changed })}
          </Checkbox>
          <span className="import-hint">{say('updateHint')}</span>
        </p>
      )}
      <div className="import-foot">
        {count > 0 && applicable && (
          <Button
            type="primary"
            loading={apply.isPending}
            onClick={() => apply.mutate({ importId, updateExisting: updates })}
          >
            {say('apply', { count })}
          </Button>
        )}
        {bad > 0 && <ErrorFile importId={importId} count={bad} />}
        {count > 0 ? (
          <CancelButton importId={importId} />
        ) : (
          <Button type={changed > 0 ? 'default' : 'primary'} onClick={onAgain}>
            {say('again')}
          </Button>
        )}
      </div>
      {!applicable && <p className="import-hint">{say('othersFile')}</p>}
      {bad > 0 && <p className="import-hint">{say('errorFileHint')}</p>}
      <ImportRows progress={progress} />
    </>
  )
}

/** Names what the sheet hides, which is imported all the same unless it is left out here. */
function HiddenParts({ progress }: { progress: ImportProgress }) {
  const say = useImportWords()
  const either = useBilingual()
  const {
    importId,
    kind,
    hiddenRows,
    firstHiddenRows,
    hiddenColumns,
    hiddenRowsOut,
    hiddenColumnsOut,
    isOwn,
  } = progress
  const leaveOut = useAction(importCalls.leaveOutHidden)
  const isNeeded = hiddenColumns.length > 0
  const template = useCall(importCalls.getTemplate, { kind }, { enabled: isNeeded })
  const titleOf = (key: string) => {
    const column = template.data?.columns.find((one) => one.key === key)
    return column ? either(column.zh, column.en) : key
  }
  if (hiddenRows === 0 && !isNeeded) return null
  const rest = hiddenRows > firstHiddenRows.length ? '…' : ''
  const isTaken = (hiddenRows > 0 && !hiddenRowsOut) || (isNeeded && !hiddenColumnsOut)
  const choice = (label: 'leaveHiddenRows' | 'leaveHiddenColumns', rows: boolean, columns: boolean) => (
    <Checkbox
      checked={label === 'leaveHiddenRows' ? hiddenRowsOut : hiddenColumnsOut}
      disabled={!isOwn || leaveOut.isPending}
      onChange={() => leaveOut.mutate({ importId, rows, columns })}
    >
      {say(label)}
    </Checkbox>
  )
  return (
    <Alert
      type="warning"
      showIcon
      className="import-hidden"
      title={say(isTaken ? 'hidden' : 'hiddenOut')}
      description={
        <ul className="import-counts">
          {hiddenRows > 0 && (
            <li className="k-cluster k-gap-2">
              {say('hiddenRows', { count: hiddenRows, rows: firstHiddenRows.join(say('comma')) + rest })}
              {choice('leaveHiddenRows', !hiddenRowsOut, hiddenColumnsOut)}
            </li>
          )}
          {isNeeded && (
            <li className="k-cluster k-gap-2">
              {say('hiddenColumns', {
                count: hiddenColumns.length,
                columns: hiddenColumns.map(titleOf).join(say('comma')),
              })}
              {choice('leaveHiddenColumns', hiddenRowsOut, !hiddenColumnsOut)}
            </li>
          )}
        </ul>
      }
    />
  )
}

function Over({ progress, onAgain, onView, viewLabel, next }: Props) {
  const say = useImportWords()
  const { importId, status, added, updated, unchanged, rejected, leftOut } = progress
  const isApplied = status === 'applied'
  const results = [
    ['resultAdded', added],
    ['resultUpdated', updated],
    ['resultUnchanged', unchanged],
    ['resultRejected', rejected],
    ['countOut', leftOut],
  ] as const
  return (
    <>
      <Result
        status={isApplied ? 'success' : 'info'}
        title={say(isApplied ? 'applied' : 'cancelled')}
        subTitle={
          isApplied ? (
            <ul className="import-counts" style={{ justifyContent: 'center' }}>
              {results
                .filter(([word, number]) => number > 0 || word === 'resultAdded')
                .map(([word, number]) => (
                  <li key={word}>{say(word, { count: number })}</li>
                ))}
            </ul>
          ) : (
            say('cancelledText', { count: added + updated })
          )
        }
        extra={
          <div className="import-foot centre">
            {next}
            <Button type={next ? 'default' : 'primary'} onClick={onView}>
              {viewLabel}
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

function ErrorFile({ importId, count }: { importId: string; count: number }) {
  const say = useImportWords()
  return (
    <Button onClick={() => void download(importCalls.exportError, { importId }).catch(() => {})}>
      {say('errorFile', { count })}
    </Button>
  )
}
