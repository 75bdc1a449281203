import { type ReactNode, useState } from 'react'
import { money } from '../../../../web/format.ts'
import { useAction } from '../../../../web/client.ts'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { only, type Selected } from '../../../../web/shell/control/chosen.tsx'
import { RowActions } from '../../../../web/shell/control/RowActions.tsx'
import { When } from '../../../../web/shell/control/When.tsx'
import { dialogPart } from '../../../../web/shell/form/withAntd.tsx'
import { CrudTable } from '../../../../web/shell/list/CrudTable.tsx'
import { useUrlState } from '../../../../web/shell/view/useUrlState.ts'
import { useStateName } from '../../../../web/words.ts'
import type { BatchResult } from '../../../../contract/selection.ts'
import { BatchButton } from '../../../batch/web/BatchButton.tsx'
import { useBatchReport } from '../../../batch/web/BatchReport.tsx'
import { useOrderWords } from '../../../order/web/words.ts'
import { UnitPicker, useChosenUnit } from '../../../unit/web/UnitPicker.tsx'
import { type SignUpKind } from '../../rules.ts'
import { useMayFor } from '../../web/useMayFor.ts'
import { applicationCalls, applicationExports, type ApplicationRow } from '../contract.ts'
import { applicationLifecycle } from '../rules.ts'
import { ApplicationStatusTag } from './ApplicationStatusTag.tsx'
import { useApplicationWords } from './words.ts'

const ApplicationDrawer = dialogPart(() => import('./ApplicationDrawer.tsx'))
const RejectDialog = dialogPart(() => import('./RejectDialog.tsx'))
const WithdrawDialog = dialogPart(() => import('./WithdrawDialog.tsx'))

/** Something that is done with the ticked rows by a part above applications. */
export type MoreBatch = (rows: readonly ApplicationRow[], clear: () => void) => ReactNode

/**
 * Applications for the sign-ups of a kind, or for one of them with its subjects; they are reviewed one or many at a time,
 * and read in a drawer that the address names.
 */
export function ApplicationTable({
  kind,
  signUp,
  moreBatch,
}: {
  kind: SignUpKind
  signUp?: { id: string; subjects: readonly { id?: string; name: string }[] }
  moreBatch?: MoreBatch | false
}) {
  const say = useApplicationWords()
  const order = useOrderWords()
  const stateName = useStateName(applicationLifecycle)
  const [{ unitId, application: opened }, change] = useUrlState()
  const unit = useChosenUnit(unitId)
  const mayReview = useMayFor(kind, applicationCalls.review, 'review')
  const mayWithdraw = useMayFor(kind, applicationCalls.withdrawFor, 'apply')
  const [rejected, setRejected] = useState<Selected | null>(null)
  const [withdrawn, setWithdrawn] = useState<ApplicationRow | null>(null)
  const { showReport, report } = useBatchReport()
  const review = useAction(applicationCalls.review, { onDone: showReport })
  const subjects = signUp?.subjects ?? []
  return (
    <>
      <CrudTable
        call={applicationCalls.query}
        exportCall={applicationExports.exportApplications}
        fixed={signUp ? { signUpId: signUp.id } : { kind }}
        part={signUp !== undefined}
        empty={say('noApplicants')}
        batch={
          (mayReview || moreBatch) && {
            nameOf: (row: ApplicationRow) => row.realName,
            render: (selected, clear, rows) => (
              <>
                {mayReview && (
                  <ReviewMany
                    selected={selected}
                    onResult={(result) => {
                      showReport(result)
                      clear()
                    }}
                  />
                )}
                {moreBatch && moreBatch(rows, clear)}
              </>
            ),
          }
        }
        filters={[
          { name: 'keyword', label: say('ticketOrName'), kind: 'text' },
          {
            name: 'status',
            label: say('status'),
            kind: 'many',
            options: applicationLifecycle.states.map((value) => ({ value, label: stateName(value) })),
          },
          { name: 'unitId', label: say('unit'), kind: 'select', input: <UnitPicker />, options: unit },
          ...(subjects.length > 0
            ? [
                {
                  name: 'subjectId' as const,
                  label: say('subjects'),
                  kind: 'select' as const,
                  options: subjects.map(({ id = '', name }) => ({ value: id, label: name })),
                },
              ]
            : []),
          { kind: 'days', from: 'from', to: 'to', label: say('sentAt') },
        ]}
        columns={[
          {
            key: 'realName',
            title: say('realName'),
            render: (_, row) => (
              <Button type="link" size="small" onClick={() => change({ application: row.id })}>
                {row.realName}
              </Button>
            ),
          },
          {
            key: 'status',
            title: say('status'),
            card: 'tag',
            render: (_, row) => (
              <>
                <ApplicationStatusTag status={row.status} />
                {row.reason && <div className="crud-line">{row.reason}</div>}
              </>
            ),
          },
          ...(signUp
            ? []
            : [
                {
                  key: 'signUpTitle',
                  title: say('signUpTitle'),
                  wide: true,
                  dataIndex: 'signUpTitle' as const,
                },
              ]),
          { key: 'unitName', title: say('unit'), dataIndex: 'unitName', wide: signUp !== undefined },
          ...(kind === 'exam'
            ? [
                {
                  key: 'subjects',
                  title: say('subjects'),
                  render: (_: unknown, row: ApplicationRow) => row.subjectNames.join(say('comma')),
                },
                { key: 'ticketNo', title: say('ticketNo'), whole: true, dataIndex: 'ticketNo' as const },
              ]
            : []),
          { key: 'cardMask', title: say('idNumber'), dataIndex: 'cardMask' },
          { key: 'mobileMask', title: say('mobile'), dataIndex: 'mobileMask' },
          { key: 'fee', title: say('fee'), align: 'right', render: (_, row) => money(row.fee) },
          { key: 'orderNo', title: order('orderNo'), dataIndex: 'orderNo' },
          { key: 'by', title: say('by'), render: (_, row) => say(row.bySelf ? 'bySelf' : 'byUnit') },
          { key: 'appliedAt', title: say('sentAt'), render: (_, row) => <When at={row.appliedAt} /> },
          { key: 'reviewedAt', title: say('reviewedAt'), render: (_, row) => <When at={row.reviewedAt} /> },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => (
              <RowActions
                actions={[
                  {
                    key: 'details',
                    label: say('details'),
                    opens: true,
                    onClick: () => change({ application: row.id }),
                  },
                  mayReview &&
                    applicationLifecycle.can(row.status, 'approve') && {
                      key: 'approve',
                      label: say('approve'),
                      shortcut: 'A',
                      confirm: { title: say('approveOne', { name: row.realName }), text: say('approveHint') },
                      onClick: () => review.mutate({ ids: [row.id], approve: true }),
                    },
                  mayReview &&
                    applicationLifecycle.can(row.status, 'reject') && {
                      key: 'reject',
                      label: say('reject'),
                      danger: true,
                      onClick: () => setRejected(only(row.id)),
                    },
                  mayWithdraw &&
                    applicationLifecycle.can(row.status, 'withdraw') && {
                      key: 'withdraw',
                      label: say('withdrawTitle'),
                      danger: true,
                      onClick: () => setWithdrawn(row),
                    },
                ]}
              />
            ),
          },
        ]}
      />
      {report}
      {rejected && (
        <RejectDialog selected={rejected} onResult={showReport} onClose={() => setRejected(null)} />
      )}
      {withdrawn && <WithdrawDialog application={withdrawn} onClose={() => setWithdrawn(null)} />}
      {opened && (
        <ApplicationDrawer
          key={opened}
          id={opened}
          onReject={mayReview && (() => setRejected(only(opened)))}
          onApprove={mayReview && (() => review.mutate({ ids: [opened], approve: true }))}
          onClose={() => change({ application: null })}
        />
      )}
    </>
  )
}

function ReviewMany({ selected, onResult }: { selected: Selected; onResult: (result: BatchResult) => void }) {
  const say = useApplicationWords()
  const [isRejecting, setRejecting] = useState(false)
  const { said: count } = selected
  return (
    <>
      <BatchButton
        call={applicationCalls.review}
        input={{ approve: true }}
        selected={selected}
        label={say('approveMany', { count })}
        yes={say('approve')}
        question={say('approveConfirm', { count })}
        hint={say('approveHint')}
        onResult={onResult}
      />
      <Button danger onClick={() => setRejecting(true)}>
        {say('rejectMany', { count })}
      </Button>
      {isRejecting && (
        <RejectDialog selected={selected} onResult={onResult} onClose={() => setRejecting(false)} />
      )}
    </>
  )
}
