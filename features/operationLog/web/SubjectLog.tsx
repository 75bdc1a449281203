import { useState } from 'react'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { operationLogCalls, operationLogExports } from '../contract.ts'
import './Log.css'
import { useLogColumns } from './LogColumns.tsx'
import { NamesFailed } from './NamesFailed.tsx'

const OperationDrawer = dialogPart(() => import('./OperationDrawer.tsx'))

/** Log of one subject, newest first. */
export function SubjectLog({ subjectKind, subjectId }: { subjectKind: string; subjectId: string }) {
  const [opened, setOpened] = useState<string | null>(null)
  const { time, action, actor, ip, detail } = useLogColumns(setOpened)
  return (
    <>
      <NamesFailed />
      <CrudTable
        call={operationLogCalls.query}
        exportCall={operationLogExports.exportOperationLog}
        fixed={{ subjectKind, subjectId }}
        part
        prefix="log."
        columns={[time, action, actor, ip, detail]}
      />
      {opened && <OperationDrawer id={opened} onClose={() => setOpened(null)} />}
    </>
  )
}
