import { useState } from 'react'
import { Link } from 'react-router'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { useBegin } from '../../../web/shell/view/useBegin.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import type { FilterOf } from '../../../web/shell/list/filter.ts'
import { useMay } from '../../../web/shell/view/may.ts'
import { Note } from '../../../web/shell/control/Note.tsx'
import { RowActions } from '../../../web/shell/control/RowActions.tsx'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { When } from '../../../web/shell/control/When.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import type { Handover } from '../../account/manage/web/OneTimePassword.tsx'
import { useAccount } from '../../session/web/account.ts'
import { useBatchReport } from '../../batch/web/BatchReport.tsx'
import { RosterImportButton } from '../../student/import/web/RosterImportButton.tsx'
import { memberCalls } from '../../student/member/contract.ts'
import { MemberButtons } from '../../student/member/web/MemberButtons.tsx'
import { useMemberWords } from '../../student/member/web/words.ts'
import {
  type StudentRow,
  studentExports,
  studentManageCalls,
  verifyStatuses,
} from '../../student/manage/contract.ts'
import { certifyCalls } from '../certify/contract.ts'
import { joinCalls } from '../join/contract.ts'
import { UnitPicker, useChosenUnit } from '../../unit/web/UnitPicker.tsx'
import { useStateName } from '../../../web/words.ts'
import { accountLifecycle } from '../../account/manage/rules.ts'
import './Learner.css'
import { useStudentActions } from './StudentActions.tsx'
import { CertifyButton } from './CertifyButton.tsx'
import { JoinClassButton } from './JoinClassButton.tsx'
import { JoinImported } from './JoinImported.tsx'
import { useJoinWords } from './joinWords.ts'
import { useFieldValue } from './useFieldValue.ts'
import { useLearnerWords } from './words.ts'

const AddStudentDialog = dialogPart(() => import('./AddStudentDialog.tsx'))
const OneTimePassword = dialogPart(() => import('../../account/manage/web/OneTimePassword.tsx'))

/** Path of the page of one learner. */
const studentPath = (accountId: string) => `/student-manage/student-detail?accountId=${accountId}`
const verifyColours = { unverified: 'default', verified: 'green', failed: 'red' } as const

/** Learners by name, unit or complete number, each with its actions. */
export function StudentList() {
  const say = useLearnerWords()
  const { nameOf, valueOf, choices } = useFieldValue()
  const join = useJoinWords()
  const mayJoin = useMay(joinCalls.joinClass)
  const mayCertify = useMay(certifyCalls.issueSkill)
  const member = useMemberWords()
  const maySettle = useMay(memberCalls.settleMembers)
  const { showReport, report } = useBatchReport()
  const [{ importId, unitId: chosenUnit }, change] = useUrlState()
  const mayAdd = useMay(studentManageCalls.saveStudent)
  const unitId = useAccount()?.unitId ?? null
  const unit = useChosenUnit(chosenUnit)
  const [adding, setAdding] = useState(false)
  useBegin('learner', () => setAdding(true))
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
      hint: say('keywordHint'),
    },
    { name: 'unitId', label: say('unitBelow'), kind: 'select', input: <UnitPicker />, options: unit },
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
    select('unconfirmed', member('membership'), [
      { value: 'yes', label: member('unconfirmed') },
      { value: 'no', label: member('confirmed') },
    ]),
    { kind: 'days', from: 'createdFrom', to: 'createdTo', label: say('created') },
  ]
  return (
    <>
      {importId && (
        <Note
          type="info"
          title={join('ofImport')}
          action={
            <div className="shell-row">
              <JoinImported importId={importId} />
              <Button onClick={() => change({ importId: null, page: null })}>{join('showAll')}</Button>
            </div>
          }
        />
      )}
      <CrudTable
        call={studentManageCalls.findPageList}
        exportCall={studentExports.exportStudentList}
        {...(importId ? { fixed: { importId }, part: true } : {})}
        batch={
          (mayJoin || mayCertify || maySettle) && {
            nameOf: (row) => row.realName,
            render: (selected, clear) => (
              <>
                <JoinClassButton selection={selected.selection} onDone={clear} />
                <CertifyButton selection={selected.selection} onDone={clear} />
                <MemberButtons
                  selected={selected}
                  onResult={(result) => {
                    showReport(result)
                    clear()
                  }}
                />
              </>
            ),
          }
        }
        filters={filters}
        toolbar={
          <>
            {mayAdd && (
              <Button type="primary" onClick={() => setAdding(true)}>
                {say('add')}
              </Button>
            )}
            <RosterImportButton unitId={unitId} Next={JoinImported} />
          </>
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
          { key: 'mobile', title: say('mobile'), dataIndex: 'mobileMask' },
          { key: 'cardNumber', title: say('idNumber'), dataIndex: 'cardMask' },
          {
            key: 'unitId',
            title: say('unit'),
            render: (_, row) => (
              <>
                {row.unitName} {row.unconfirmed && <Tag color="orange">{member('unconfirmed')}</Tag>}
              </>
            ),
          },
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
              <>
                <Tag color={row.status === 'active' ? 'green' : 'default'}>{stateName(row.status)}</Tag>
                {row.wechatBound && <Tag>{say('wechat')}</Tag>}
              </>
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
            key: 'lastLoginAt',
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
      {report}
      {adding && <AddStudentDialog onClose={() => setAdding(false)} onMade={setHandover} />}
      {handover && <OneTimePassword handover={handover} onClose={() => setHandover(null)} />}
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
