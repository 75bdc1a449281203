import { useQueryClient } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import Result from 'antd/es/result'
import Skeleton from 'antd/es/skeleton'
import Steps from 'antd/es/steps'
import { useEffect, useEffectEvent, useState } from 'react'
import { useCall } from '../../../web/client.ts'
import { useUrlState } from '../../../web/shell/useUrlState.ts'
import { markSeen } from '../../task/web/task.ts'
import { importCalls, type ImportProgress } from '../contract.ts'
import { newImport, setCurrentImport, useCurrentImport } from './currentImport.ts'
import './Import.css'
import { ImportOutcome } from './ImportOutcome.tsx'
import { type ImportParams, ImportUpload } from './ImportUpload.tsx'
import { useImportWords } from './words.ts'

const isRunning = (progress: ImportProgress | undefined) =>
  (progress?.status === 'checking' || progress?.status === 'applying') && !progress.stopped

const steps = ['stepTemplate', 'stepUpload', 'stepCheck', 'stepApply', 'stepDone'] as const

/** The current step: the template and the file are one view. */
function stepOf(status: ImportProgress['status'] | undefined): number {
  if (status === undefined) return 1
  if (status === 'applying') return 3
  return status === 'applied' || status === 'cancelled' ? 4 : 2
}

/**
 * The button of an import and its wizard: template, upload, check, progress, result. What runs goes on while its
 * drawer is closed and the page is left; the button shows the progress.
 */
export function ImportWizard({
  kind,
  name,
  params: begunWith,
  choose,
  viewLabel,
  onView,
  next,
}: {
  kind: string
  /** What is imported, in the reader's language. */
  name: string
  params: ImportParams
  /** Chooses the parameters, above the template. */
  choose?: React.ReactNode
  viewLabel: string
  /** Shows what was imported. */
  onView: (done: ImportProgress) => void
  /** What can be done next with what an import brought. */
  next?: (importId: string) => React.ReactNode
}) {
  const say = useImportWords()
  const cache = useQueryClient()
  const importId = useCurrentImport(kind)
  const [open, setOpen] = useState(false)
  const [{ import: asked }, change] = useUrlState()
  const query = useCall(
    importCalls.getProgress,
    { importId: importId ?? '' },
    {
      enabled: importId !== null,
      refetchInterval: (answer) => (isRunning(answer) ? 1000 : false),
    },
  )
  const progress = importId ? query.data : undefined
  const status = progress?.status
  const again = () => setCurrentImport(kind, null)

  // The address names the import that a link leads to, or says that one is to begin; it is opened once.
  const takeUp = useEffectEvent((named: string) => {
    if (named !== newImport) setCurrentImport(kind, named)
    setOpen(true)
    change({ import: null })
  })
  useEffect(() => {
    if (asked !== undefined) takeUp(asked)
  }, [asked])
  useEffect(() => {
    // What was imported may be on any page; the state of the import is on its list.
    if (status === 'applied') void cache.invalidateQueries()
    else if (status) void cache.invalidateQueries({ queryKey: [importCalls.findList.path] })
  }, [status, cache])
  useEffect(() => {
    return open && importId ? markSeen(importId) : undefined
  }, [open, importId])
  useEffect(() => {
    if (query.error?.respCode === 404) setCurrentImport(kind, null)
  }, [query.error, kind])

  const percent = progress && progress.rows > 0 ? Math.floor((progress.done / progress.rows) * 100) : 0
  const labels: Partial<Record<ImportProgress['status'], string>> = {
    checking: say('checkingShort'),
    checked: say('waiting'),
    applying: say('importing', { percent }),
  }

  return (
    <>
      <Button
        onClick={() => {
          // What is over was seen.
          if (!open && status && !labels[status]) again()
          setOpen(true)
        }}
      >
        {(status && labels[status]) ?? say('import', { name })}
      </Button>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        size="min(860px, 100vw)"
        title={say('title', { name })}
      >
        <Steps
          className="import-steps"
          size="small"
          responsive={false}
          titlePlacement="vertical"
          current={importId ? stepOf(status) : 0}
          status={status === 'failed' ? 'error' : status === 'applied' ? 'finish' : 'process'}
          items={steps.map((key) => ({ title: say(key) }))}
        />
        {progress?.unitName && <p className="import-into">{say('intoUnit', { unit: progress.unitName })}</p>}
        {!importId && (
          <ImportUpload kind={kind} params={begunWith}>
            {choose}
          </ImportUpload>
        )}
        {importId && query.isPending && <Skeleton active />}
        {importId && query.isError && !progress && (
          <Result
            status="error"
            title={say('lost')}
            subTitle={query.error.message}
            extra={
              <>
                <Button type="primary" onClick={() => void query.refetch()}>
                  {say('retry')}
                </Button>
                <Button onClick={again}>{say('again')}</Button>
              </>
            }
          />
        )}
        {progress && (
          <ImportOutcome
            key={progress.status}
            progress={progress}
            onAgain={again}
            viewLabel={viewLabel}
            next={status === 'applied' && next?.(progress.importId)}
            onView={() => {
              setOpen(false)
              again()
              onView(progress)
            }}
          />
        )}
      </Drawer>
    </>
  )
}
