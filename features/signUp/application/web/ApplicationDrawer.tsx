import Timeline from 'antd/es/timeline'
import { yuan } from '../../../../contract/money.ts'
import { useCall } from '../../../../web/client.ts'
import { dateTime } from '../../../../web/format.ts'
import { Loaded, Skeleton } from '../../../../web/kit/Loaded.tsx'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { dialogWidths } from '../../../../web/shell/control/dialogSizes.ts'
import { FactTable } from '../../../../web/shell/control/FactTable.tsx'
import { OfficeDrawer } from '../../../../web/shell/control/OfficeDrawer.tsx'
import { useRowAction } from '../../../../web/shell/control/RowActions.tsx'
import { useOrderWords } from '../../../order/web/words.ts'
import { applicationCalls, type ApplicationDetail } from '../contract.ts'
import { applicationLifecycle } from '../rules.ts'
import { AnswerList, SeatList } from './AnswerList.tsx'
import { ApplicationStatusTag } from './ApplicationStatusTag.tsx'
import { useApplicationWords } from './words.ts'

/** One application: whose it is, what was filled in, its seats and what became of it; with its review below. */
export default function ApplicationDrawer({
  id,
  onApprove,
  onReject,
  onClose,
}: {
  id: string
  onApprove: (() => void) | false
  onReject: (() => void) | false
  onClose: () => void
}) {
  const say = useApplicationWords()
  const run = useRowAction()
  const query = useCall(applicationCalls.get, { id }, { staleTime: 0 })
  const { realName: name = '', status } = query.data ?? {}
  return (
    <OfficeDrawer
      open
      onClose={onClose}
      size={dialogWidths.wide}
      title={name ? say('applicationOf', { name }) : say('details')}
      footer={
        status &&
        (onApprove || onReject) && (
          <div className="shell-row form-buttons">
            {onReject && applicationLifecycle.can(status, 'reject') && (
              <Button danger onClick={onReject}>
                {say('reject')}
              </Button>
            )}
            {onApprove && applicationLifecycle.can(status, 'approve') && (
              <Button
                type="primary"
                onClick={() =>
                  void run({
                    key: 'approve',
                    label: say('approve'),
                    confirm: { title: say('approveOne', { name }), text: say('approveHint') },
                    onClick: onApprove,
                  })
                }
              >
                {say('approve')}
              </Button>
            )}
          </div>
        )
      }
    >
      <Loaded query={query} skeleton={<Skeleton lines={10} />}>
        {(application) => <Detail application={application} />}
      </Loaded>
    </OfficeDrawer>
  )
}

function Detail({ application }: { application: ApplicationDetail }) {
  const say = useApplicationWords()
  const order = useOrderWords()
  const { seats, events, fields, fee } = application
  return (
    <div className="k-stack k-gap-4">
      <FactTable
        facts={[
          [say('signUpTitle'), application.signUpTitle],
          [say('status'), <ApplicationStatusTag key="status" status={application.status} />],
          [say('reason'), application.reason],
          [say('realName'), application.realName],
          [say('idNumber'), application.cardMask],
          [say('mobile'), application.mobileMask],
          [say('unit'), application.unitName],
          [say('subjects'), application.subjectNames.join(say('comma'))],
          [say('fee'), fee > 0 && `¥${yuan(fee)}`],
          [order('orderNo'), application.orderNo],
          [say('ticketNo'), application.ticketNo],
          [say('by'), say(application.bySelf ? 'bySelf' : 'byUnit')],
          [say('sentAt'), dateTime(application.appliedAt)],
        ]}
      />
      {fields.length > 0 && (
        <>
          <div className="k-cluster k-split">
            <h3>{say('filledIn')}</h3>
            <span className="k-muted k-small">{say('formOf', { version: application.formVersion })}</span>
          </div>
          <AnswerList {...application} />
        </>
      )}
      {seats.length > 0 && (
        <>
          <h3>{say('seats')}</h3>
          <SeatList seats={seats} />
        </>
      )}
      <h3>{say('history')}</h3>
      <Timeline
        items={events.map(({ at, status, by, reason }) => ({
          key: `${at} ${status}`,
          content: (
            <>
              <ApplicationStatusTag status={status} /> {by ?? say('bySystem')}
              <div className="k-caption">{dateTime(at)}</div>
              {reason && <div>{reason}</div>}
            </>
          ),
        }))}
      />
    </div>
  )
}
