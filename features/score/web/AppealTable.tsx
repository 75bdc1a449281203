import { useState } from 'react'
import { RowActions } from '../../../web/shell/control/RowActions.tsx'
import { Tag, type TagColor } from '../../../web/shell/control/Tag.tsx'
import { When } from '../../../web/shell/control/When.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { useStateName } from '../../../web/words.ts'
import { type AppealRow, scoreCalls, scoreExports } from '../contract.ts'
import { appealLifecycle } from '../rules.ts'
import { useExams } from './exams.ts'
import { useScoreWords } from './words.ts'

const AnswerDialog = dialogPart(() => import('./AnswerDialog.tsx'))

const colors: Readonly<Record<AppealRow['state'], TagColor>> = {
  open: 'blue',
  upheld: 'green',
  rejected: 'red',
  ended: 'default',
}

/** Appeals about published scores; each is answered by itself. */
export function AppealTable() {
  const say = useScoreWords()
  const stateName = useStateName(appealLifecycle)
  const exams = useExams('signUp')
  const mayAnswer = useMay(scoreCalls.answerAppeal)
  const [answered, setAnswered] = useState<AppealRow | null>(null)
  return (
    <>
      <CrudTable
        call={scoreCalls.findAppeals}
        exportCall={scoreExports.exportAppeals}
        empty={say('noAppeals')}
        filters={[
          { name: 'keyword', label: say('ticketOrName'), kind: 'text' },
          {
            name: 'state',
            label: say('state'),
            kind: 'many',
            options: appealLifecycle.states.map((value) => ({ value, label: stateName(value) })),
          },
          {
            name: 'examId',
            label: say('examFilter'),
            kind: 'select',
            options: exams.map(({ id, title }) => ({ value: id, label: title })),
          },
          { kind: 'days', from: 'from', to: 'to', label: say('appealedAt') },
        ]}
        columns={[
          { key: 'realName', title: say('realName'), dataIndex: 'realName' },
          {
            key: 'state',
            title: say('state'),
            card: 'tag',
            render: (_, row) => (
              <>
                <Tag color={colors[row.state]}>{stateName(row.state)}</Tag>{' '}
                {row.isProposed && row.state === 'open' && <Tag color="orange">{say('appealWaits')}</Tag>}
              </>
            ),
          },
          { key: 'title', title: say('examFilter'), wide: true, dataIndex: 'title' },
          { key: 'subjectName', title: say('subject'), wide: true, dataIndex: 'subjectName' },
          {
            key: 'points',
            title: say('score'),
            align: 'right',
            render: (_, row) =>
              row.points !== null && say('scoreOf', { points: row.points, full: row.fullScore }),
          },
          { key: 'reason', title: say('appealReason'), wide: true, dataIndex: 'reason' },
          { key: 'answer', title: say('answer'), wide: true, dataIndex: 'answer' },
          { key: 'unitName', title: say('unit'), dataIndex: 'unitName' },
          { key: 'ticketNo', title: say('ticketNumber'), whole: true, dataIndex: 'ticketNo' },
          { key: 'answeredBy', title: say('answeredBy'), dataIndex: 'answeredBy' },
          { key: 'answeredAt', title: say('answeredAt'), render: (_, row) => <When at={row.answeredAt} /> },
          { key: 'appealedAt', title: say('appealedAt'), render: (_, row) => <When at={row.appealedAt} /> },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => (
              <RowActions
                actions={[
                  mayAnswer &&
                    row.state === 'open' &&
                    !row.isProposed && {
                      key: 'answer',
                      label: say('answerAppeal'),
                      onClick: () => setAnswered(row),
                    },
                ]}
              />
            ),
          },
        ]}
      />
      {answered && <AnswerDialog appeal={answered} onClose={() => setAnswered(null)} />}
    </>
  )
}
