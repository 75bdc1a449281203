import { useAction } from '../../../../web/client.ts'
import { dateTime } from '../../../../web/format.ts'
import { notify } from '../../../../web/notice.ts'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { useRowAction } from '../../../../web/shell/control/RowActions.tsx'
import { CrudTable } from '../../../../web/shell/list/CrudTable.tsx'
import { useMay } from '../../../../web/shell/view/may.ts'
import type { SignUp } from '../../contract.ts'
import { seatCalls, seatExports } from '../contract.ts'
import { useSeatWords } from './words.ts'

/** Seats of an exam with who sits there; seats are assigned to all confirmed applicants who have none yet. */
export function SeatTable({ signUp }: { signUp: Pick<SignUp, 'id' | 'title' | 'subjects'> }) {
  const say = useSeatWords()
  const run = useRowAction()
  const mayAssign = useMay(seatCalls.assign)
  const assign = useAction(seatCalls.assign, {
    onDone: ({ people, seats }) => notify('success', say('assigned', { people, seats })),
  })
  const { id: signUpId, title: name, subjects } = signUp
  const rooms = [
    ...new Set(
      subjects.flatMap(({ sessions }) => sessions.flatMap(({ rooms: all }) => all.map((one) => one.name))),
    ),
  ]
  return (
    <CrudTable
      call={seatCalls.findSeats}
      exportCall={seatExports.exportSeats}
      fixed={{ signUpId }}
      empty={say('noSeats')}
      toolbar={
        mayAssign && (
          <Button
            type="primary"
            loading={assign.isPending}
            onClick={() =>
              void run({
                key: 'assign',
                label: say('assign'),
                confirm: { title: say('assignConfirm', { name }), text: say('assignHint') },
                onClick: () => assign.mutate({ signUpId }),
              })
            }
          >
            {say('assign')}
          </Button>
        )
      }
      filters={[
        {
          name: 'subjectId',
          label: say('subject'),
          kind: 'select',
          options: subjects.map(({ id = '', name: label }) => ({ value: id, label })),
        },
        {
          name: 'room',
          label: say('room'),
          kind: 'select',
          options: rooms.map((value) => ({ value, label: value })),
        },
      ]}
      columns={[
        { key: 'subjectName', title: say('subject'), wide: true, dataIndex: 'subjectName' },
        // The hour is what people come by: a short moment of another year has none.
        {
          key: 'startsAt',
          title: say('startsAt'),
          render: (_, row) => <time dateTime={row.startsAt}>{dateTime(row.startsAt)}</time>,
        },
        { key: 'room', title: say('room'), dataIndex: 'room' },
        { key: 'seatNo', title: say('seatNo'), align: 'right', dataIndex: 'seatNo' },
        { key: 'realName', title: say('realName'), dataIndex: 'realName' },
        { key: 'cardMask', title: say('idNumber'), dataIndex: 'cardMask' },
        { key: 'unitName', title: say('unit'), dataIndex: 'unitName' },
        { key: 'ticketNo', title: say('ticketNumber'), whole: true, dataIndex: 'ticketNo' },
      ]}
    />
  )
}
