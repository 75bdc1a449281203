import { useQueryClient } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import Result from 'antd/es/result'
import Skeleton from 'antd/es/skeleton'
import Steps from 'antd/es/steps'
import { useEffect, useState } from 'react'
import { useCall } from '../../../../web/client.ts'
import { importCalls, type ImportProgress } from '../contract.ts'
import { setCurrentImport, useCurrentImport } from './currentImport.ts'
import './Import.css'
import { ImportOutcome } from './ImportOutcome.tsx'
import { ImportUpload } from './ImportUpload.tsx'
import { useImportWords } from './words.ts'

const isRunning = (progress: ImportProgress | undefined) =>
  progress?.status === 'checking' || progress?.status === 'applying'

/** Opens the import of questions, and says how far one is that runs while its drawer is closed. */
export function ImportButton({
  bankId,
  onDone,
}: {
  /** Where questions go unless another bank is chosen. */
  bankId: string | null
  /** Asks for the list of the bank they went into. */
  onDone: (bankId: string) => void
}) {
  const say = useImportWords()
  const cache = useQueryClient()
  const current = useCurrentImport()
  const [open, setOpen] = useState(false)
  const [watching, setWatching] = useState(true)
  const query = useCall(
    importCalls.getImportProgress,
    { importId: current?.importId ?? '' },
    { enabled: current !== null, refetchInterval: watching ? 1000 : false },
  )
  const progress = current ? query.data : undefined
  const running = isRunning(progress)
  const status = progress?.status
  const again = () => setCurrentImport(null)

  useEffect(() => setWatching(running || query.isPending), [running, query.isPending])
  useEffect(() => {
    if (status === 'applied') void cache.invalidateQueries()
  }, [status, cache])
  useEffect(() => {
    if (query.error?.respCode === 404) setCurrentImport(null)
  }, [query.error])

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
        {(status && labels[status]) ?? say('import')}
      </Button>
      <Drawer open={open} onClose={() => setOpen(false)} size="min(860px, 100vw)" title={say('title')}>
        <Steps
          className="import-steps"
          size="small"
          responsive={false}
          titlePlacement="vertical"
          current={!current ? 0 : status === 'applied' || status === 'cancelled' ? 3 : 2}
          status={status === 'failed' ? 'error' : status === 'applied' ? 'finish' : 'process'}
          items={(['stepTemplate', 'stepUpload', 'stepCheck', 'stepDone'] as const).map((key) => ({
            title: say(key),
          }))}
        />
        {!current && <ImportUpload key={bankId} bankId={bankId} />}
        {current && query.isPending && <Skeleton active />}
        {current && query.isError && !progress && (
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
        {current && progress && (
          <ImportOutcome
            key={progress.status}
            progress={progress}
            onAgain={again}
            onView={() => {
              setOpen(false)
              again()
              onDone(current.bankId)
            }}
          />
        )}
      </Drawer>
    </>
  )
}
