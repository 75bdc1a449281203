import { useState } from 'react'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { SearchSelect } from '../../../web/shell/control/SearchSelect.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { operationLogCalls, operationLogExports } from '../contract.ts'
import { useAuditNames } from './auditNames.ts'
import './Log.css'
import { useLogColumns } from './LogColumns.tsx'
import { NamesFailed } from './NamesFailed.tsx'
import { useLogWords } from './words.ts'

const OperationDrawer = dialogPart(() => import('./OperationDrawer.tsx'))

/** /account-manage/operation-log: who did what to what, newest first. */
export default function OperationLogPage() {
  const say = useLogWords()
  const names = useAuditNames()
  const [opened, setOpened] = useState<string | null>(null)
  const { time, actor, action, subject, reason, ip, detail } = useLogColumns(setOpened)
  return (
    <>
      <NamesFailed />
      <CrudTable
        call={operationLogCalls.query}
        exportCall={operationLogExports.exportOperationLog}
        filters={[
          { kind: 'days', from: 'from', to: 'to', label: say('time') },
          { name: 'actor', label: say('actor'), kind: 'text', hint: say('actorHint') },
          {
            name: 'action',
            label: say('action'),
            kind: 'select',
            options: names.actions,
            input: <ActionSelect />,
          },
          { name: 'subjectKind', label: say('subjectKind'), kind: 'select', options: names.subjects },
          { name: 'words', label: say('keyword'), kind: 'text', hint: say('wordsHint') },
        ]}
        columns={[time, actor, action, subject, reason, ip, detail]}
      />
      {opened && <OperationDrawer id={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

/** One of the actions, found by a part of its name. */
function ActionSelect({
  value,
  onChange,
  id = 'action',
}: {
  value?: string
  onChange?: (action?: string) => void
  id?: string
}) {
  const say = useLogWords()
  const { actions } = useAuditNames()
  const [words, setWords] = useState('')
  return (
    <SearchSelect
      id={id}
      value={value}
      onChange={onChange}
      onSearch={setWords}
      placeholder={say('action')}
      options={actions.filter(({ label }) => label.includes(words))}
    />
  )
}
