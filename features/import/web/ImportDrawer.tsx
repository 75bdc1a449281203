import type { UseQueryResult } from '@tanstack/react-query'
import Result from 'antd/es/result'
import Skeleton from 'antd/es/skeleton'
import Steps from 'antd/es/steps'
import { type ComponentType, Suspense } from 'react'
import type { CallRefused } from '../../../web/client.ts'
import { dialogWidths } from '../../../web/shell/control/dialogSizes.ts'
import { OfficeDrawer } from '../../../web/shell/control/OfficeDrawer.tsx'
import { Button } from '../../../web/shell/control/Button.tsx'
import type { ImportProgress } from '../contract.ts'
import './Import.css'
import { ImportOutcome } from './ImportOutcome.tsx'
import { type ImportParams, ImportUpload } from './ImportUpload.tsx'
import { useImportWords } from './words.ts'

const steps = ['stepTemplate', 'stepUpload', 'stepCheck', 'stepApply', 'stepDone'] as const

/** The current step: the template and the file are one view. */
function stepOf(status: ImportProgress['status'] | undefined): number {
  if (status === undefined) return 1
  if (status === 'applying') return 3
  return status === 'applied' || status === 'cancelled' ? 4 : 2
}

/** An import as its part beside the sheet knows it: how far it is, undefined before it is begun. */
export interface BesideProps {
  progress: ImportProgress | undefined
  params: Record<string, string>
}

/** Kind, name and parameters of an import, for its button and its drawer. */
export interface ImportProps {
  kind: string
  /** Name of what is imported, in the reader's language. */
  name: string
  params: ImportParams
  /** The thing whose template it is, where the kind has one for each. */
  templateOf?: string
  /** Chooses the parameters, above the template. */
  choose?: React.ReactNode
  /** Part that takes the sheet with what is needed beside it, and shows that at each step. */
  Beside?: ComponentType<BesideProps>
  viewLabel: string
  /** Shows what was imported. */
  onView: (done: ImportProgress) => void
  /** Links to continue with what an import brought. */
  next?: (importId: string) => React.ReactNode
}

/** The steps of an import: template, upload, check, progress, result. */
export default function ImportDrawer({
  kind,
  name,
  params,
  templateOf,
  choose,
  Beside,
  viewLabel,
  onView,
  next,
  open,
  onClose,
  importId,
  query,
  again,
}: ImportProps & {
  open: boolean
  onClose: () => void
  importId: string | null
  query: UseQueryResult<ImportProgress, CallRefused>
  again: () => void
}) {
  const say = useImportWords()
  const progress = importId ? query.data : undefined
  const status = progress?.status
  const beside = Beside && (
    <Suspense fallback={<Skeleton active />}>
      <Beside progress={progress} params={params.value ?? {}} />
    </Suspense>
  )
  return (
    <OfficeDrawer open={open} onClose={onClose} size={dialogWidths.wide} title={say('title', { name })}>
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
      {importId && beside}
      {!importId && (
        <ImportUpload kind={kind} params={params} taker={beside} {...(templateOf ? { templateOf } : {})}>
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
            onClose()
            again()
            onView(progress)
          }}
        />
      )}
    </OfficeDrawer>
  )
}
