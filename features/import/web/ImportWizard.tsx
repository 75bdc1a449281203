import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useCall } from '../../../web/client.ts'
import { lazyPart } from '../../../web/lazyPart.tsx'
import { refetchAll } from '../../../web/refetchAll.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { withAntd } from '../../../web/shell/form/withAntd.tsx'
import { markSeen } from '../../task/web/task.ts'
import { importCalls, type ImportProgress } from '../contract.ts'
import { newImport, setCurrentImport, useCurrentImport } from './currentImport.ts'
import type { ImportProps } from './ImportDrawer.tsx'
import { useImportWords } from './words.ts'

const ImportDrawer = lazyPart(withAntd(() => import('./ImportDrawer.tsx')))

const isRunning = (progress: ImportProgress | undefined) =>
  (progress?.status === 'checking' || progress?.status === 'applying') && !progress.stopped

/**
 * The button of an import and its wizard: template, upload, check, progress, result. What runs goes on while its
 * drawer is closed and the page is left; the button shows the progress.
 */
export function ImportWizard(props: ImportProps) {
  const { kind, name } = props
  const say = useImportWords()
  const cache = useQueryClient()
  const importId = useCurrentImport(kind)
  const [open, setOpen] = useState(false)
  // What it uploads goes on while it is closed.
  const [wasOpen, setOpened] = useState(false)
  if (open && !wasOpen) setOpened(true)
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
    if (status === 'applied') void refetchAll(cache)
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
      {wasOpen && (
        <Suspense>
          <ImportDrawer {...props} {...{ open, importId, query, again }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
