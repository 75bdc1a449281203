import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import Space from 'antd/es/space'
import Tag from 'antd/es/tag'
import { useState } from 'react'
import { Link } from 'react-router'
import { CrudTable } from '../../../web/shell/CrudTable.tsx'
import type { FilterOf } from '../../../web/shell/filter.ts'
import { useMay } from '../../../web/shell/may.ts'
import { RowActions } from '../../../web/shell/RowActions.tsx'
import { useUrlState } from '../../../web/shell/useUrlState.ts'
import { When } from '../../../web/shell/When.tsx'
import { type Handover, OneTimePassword } from '../../account/manage/web/OneTimePassword.tsx'
import { useAccount } from '../../session/web/account.ts'
import { RosterImportButton } from '../../student/import/web/RosterImportButton.tsx'
import {
  type StudentRow,
  studentExports,
  studentManageCalls,
  verifyStatuses,
} from '../../student/manage/contract.ts'
import { joinCalls } from '../join/contract.ts'
import { UnitPicker } from '../../unit/web/UnitPicker.tsx'
import { useStateName } from '../../../web/words.ts'
import { accountLifecycle } from '../../account/manage/rules.ts'
import { AddStudentDialog } from './AddStudentDialog.tsx'
import './Learner.css'
import { useStudentActions } from './StudentActions.tsx'
import { JoinClassButton } from './JoinClassButton.tsx'
import { useJoinWords } from './joinWords.ts'
import { useFieldValue } from './useFieldValue.ts'
import { useLearnerWords } from './words.ts'

/** Where one learner is shown. */
const studentPath = (accountId: string) => `/student-manage/student-detail?accountId=${accountId}`
/** What follows an import. */
const joinImported = (importId: string) => <JoinClassButton selection={{ filter: { importId } }} primary />
const verifyColours = { unverified: 'default', verified: 'green', failed: 'red' } as const

/** /student-manage/student: learners by name, unit or complete number, each with its actions. */
export default function StudentListPage() {
  const say = useLearnerWords()
  const { nameOf, valueOf, choices } = useFieldValue()
  const join = useJoinWords()
  const mayJoin = useMay(joinCalls.joinClass)
  const [{ importId }, change] = useUrlState()
  const mayAdd = useMay(studentManageCalls.saveStudent)
  const unitId = useAccount()?.unitId ?? null
  const [adding, setAdding] = useState(false)
  const [handover, setHandover] = useState<Handover | null>(null)
  const { actionsOf, dialogs } = useStudentActions()

  const select = <N extends string>(
    name: N,
    label: string,
    options: readonly { value: string; label: string }[],
  ) => ({
    name,
    label,
    kind: 'select' as const,
    options,
  })
  const stateName = useStateName(accountLifecycle)
  const filters: FilterOf<typeof studentManageCalls.findPageList>[] = [
    {
      name: 'keyword',
      label: say('learner'),
      kind: 'text',
      input: <Input allowClear placeholder={say('keywordHint')} style={{ width: 250 }} />,
    },
    { name: 'unitId', label: say('unitBelow'), kind: 'select', input: <UnitPicker /> },
    select(
      'status',
      say('accountStatus'),
      (['active', 'disabled'] as const).map((value) => ({ value, label: stateName(value) })),
    ),
    select('personnelCategory', say('personnelCategory'), choices('personnelCategory')),
    select('complete', say('complete'), [
      { value: 'yes', label: say('completeYes') },
      { value: 'no', label: say('completeNo') },
    ]),
    select(
      'verifyStatus',
      say('verify'),
      verifyStatuses.map((value) => ({ value, label: say(value) })),
    ),
    select('wechat', say('wechat'), [
      { value: 'yes', label: say('wechatYes') },
      { value: 'no', label: say('wechatNo') },
    ]),
    { kind: 'days', from: 'createdFrom', to: 'createdTo', label: say('created') },
  ]
  return (
    <>
      {importId && (
        <Alert
          type="info"
          showIcon
          style={{ marginBottom: 12 }}
          title={join('ofImport')}
          action={
            <Space wrap>
              <JoinClassButton selection={{ filter: { importId } }} primary />
              <Button onClick={() => change({ importId: null, page: null })}>{join('showAll')}</Button>
            </Space>
          }
        />
      )}
      <CrudTable
        call={studentManageCalls.findPageList}
        {...(importId ? { fixed: { importId } } : {})}
        batch={
          mayJoin && {
            nameOf: (row) => row.realName,
            render: ({ selection }) => <JoinClassButton selection={selection} />,
          }
        }
        exportCall={studentExports.exportStudentList}
        filters={filters}
        toolbar={
          <Space wrap>
            {mayAdd && (
              <Button type="primary" onClick={() => setAdding(true)}>
                {say('add')}
              </Button>
            )}
            <RosterImportButton
              unitId={unitId}
              onDone={(imported) => change({ importId: imported, unitId: null, page: null })}
              next={joinImported}
            />
          </Space>
        }
        columns={[
          {
            key: 'realName',
            title: say('realName'),
            render: (_, row) => (
              <>
                <Link to={studentPath(row.id)}>{row.realName}</Link>
                <div className="crud-line">{row.loginName}</div>
              </>
            ),
          },
          {
            key: 'numbers',
            title: say('numbers'),
            render: (_, row) => (
              <>
                {row.cardMask}
                <div className="crud-line">{row.mobileMask}</div>
              </>
            ),
          },
          { key: 'unitName', title: say('unit'), dataIndex: 'unitName' },
          {
            key: 'personnelCategory',
            title: say('personnelCategory'),
            render: (_, row) => valueOf('personnelCategory', row.personnelCategory),
          },
          {
            key: 'accountStatus',
            title: say('accountStatus'),
            card: 'tag',
            render: (_, row) => (
              <Space size={4} wrap>
                <Tag color={row.status === 'active' ? 'green' : 'default'}>{stateName(row.status)}</Tag>
                {row.wechatBound && <Tag>{say('wechat')}</Tag>}
              </Space>
            ),
          },
          {
            key: 'verify',
            title: say('verify'),
            render: (_, row) => <Tag color={verifyColours[row.verifyStatus]}>{say(row.verifyStatus)}</Tag>,
          },
          {
            key: 'complete',
            title: say('complete'),
            render: (_, row) => <Completeness row={row} nameOf={nameOf} />,
          },
          {
            key: 'lastSignIn',
            title: say('lastSignIn'),
            render: (_, row) => (row.lastLoginAt ? <When at={row.lastLoginAt} /> : say('neverSignedIn')),
          },
          { key: 'createdAt', title: say('created'), render: (_, row) => <When at={row.createdAt} /> },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => <RowActions actions={actionsOf(row)} />,
          },
        ]}
      />
      {dialogs}
      <AddStudentDialog open={adding} onClose={() => setAdding(false)} onMade={setHandover} />
      <OneTimePassword handover={handover} onClose={() => setHandover(null)} />
    </>
  )
}

function Completeness({ row, nameOf }: { row: StudentRow; nameOf: (key: string) => string }) {
  const say = useLearnerWords()
  if (row.missing.length === 0) return say('completeYes')
  return (
    <span className="learner-missing">
      {say('missing', { fields: row.missing.map(nameOf).join(say('comma')) })}
    </span>
  )
}
