import Button from 'antd/es/button'
import Input from 'antd/es/input'
import Space from 'antd/es/space'
import Tag from 'antd/es/tag'
import { useState } from 'react'
import { Link } from 'react-router'
import { dayStart } from '../../../web/dayStart.ts'
import { dateTime } from '../../../web/format.ts'
import { CrudTable, type Filter } from '../../../web/shell/CrudTable.tsx'
import { useMay } from '../../../web/shell/may.ts'
import { RowActions } from '../../../web/shell/RowActions.tsx'
import { useUrlState } from '../../../web/shell/useUrlState.ts'
import { type Handover, OneTimePassword } from '../../account/manage/web/OneTimePassword.tsx'
import { useAccount } from '../../session/web/account.ts'
import { RosterImportButton } from '../../student/import/web/RosterImportButton.tsx'
import { type StudentRow, studentManageCalls, verifyStatuses } from '../../student/manage/contract.ts'
import { UnitPicker } from '../../unit/web/UnitPicker.tsx'
import { useStateName } from '../../../web/words.ts'
import { accountLifecycle } from '../../account/manage/rules.ts'
import { AddStudentDialog } from './AddStudentDialog.tsx'
import './Learner.css'
import { useStudentActions } from './StudentActions.tsx'
import { useFieldValue } from './useFieldValue.ts'
import { useLearnerWords } from './words.ts'

/** Where one learner is shown. */
const studentPath = (accountId: string) => `/student-manage/student-detail?accountId=${accountId}`
const verifyColours = { unverified: 'default', verified: 'green', failed: 'red' } as const

/** /student-manage/student: learners by name, unit or complete number, each with its actions. */
export default function StudentListPage() {
  const say = useLearnerWords()
  const { nameOf, valueOf, choices } = useFieldValue()
  const [, change] = useUrlState()
  const mayAdd = useMay(studentManageCalls.saveStudent)
  const unitId = useAccount()?.unitId ?? null
  const [adding, setAdding] = useState(false)
  const [handover, setHandover] = useState<Handover | null>(null)
  const { actionsOf, dialogs } = useStudentActions()

  const select = (name: string, label: string, options: Filter['options'] & object): Filter => ({
    name,
    label,
    kind: 'select',
    options,
  })
  const stateName = useStateName(accountLifecycle)
  const filters: Filter[] = [
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
    { name: 'createdFrom', label: say('createdFrom'), kind: 'day', meant: dayStart },
    { name: 'createdTo', label: say('createdTo'), kind: 'day', meant: (day) => dayStart(day, 1) },
  ]
  return (
    <>
      <CrudTable
        call={studentManageCalls.findPageList}
        filters={filters}
        toolbar={
          <Space wrap>
            {mayAdd && (
              <Button type="primary" onClick={() => setAdding(true)}>
                {say('add')}
              </Button>
            )}
            <RosterImportButton unitId={unitId} onDone={(into) => change({ unitId: into, page: null })} />
          </Space>
        }
        columns={[
          {
            title: say('realName'),
            render: (_, row) => (
              <>
                <Link to={studentPath(row.id)}>{row.realName}</Link>
                <div className="learner-line">{row.loginName}</div>
              </>
            ),
          },
          {
            title: say('numbers'),
            render: (_, row) => (
              <>
                {row.cardMask}
                <div className="learner-line">{row.mobileMask}</div>
              </>
            ),
          },
          { title: say('unit'), dataIndex: 'unitName' },
          {
            title: say('personnelCategory'),
            render: (_, row) => valueOf('personnelCategory', row.personnelCategory),
          },
          {
            title: say('accountStatus'),
            render: (_, row) => (
              <Space size={4} wrap>
                <Tag color={row.status === 'active' ? 'green' : 'default'}>{stateName(row.status)}</Tag>
                {row.wechatBound && <Tag>{say('wechat')}</Tag>}
              </Space>
            ),
          },
          {
            title: say('verify'),
            render: (_, row) => <Tag color={verifyColours[row.verifyStatus]}>{say(row.verifyStatus)}</Tag>,
          },
          { title: say('complete'), render: (_, row) => <Completeness row={row} nameOf={nameOf} /> },
          {
            title: say('lastSignIn'),
            render: (_, row) => (row.lastLoginAt ? dateTime(row.lastLoginAt) : say('neverSignedIn')),
          },
          { title: say('created'), render: (_, row) => dateTime(row.createdAt) },
          {
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
