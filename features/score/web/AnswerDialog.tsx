import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Radio from 'antd/es/radio'
import type { OutputOf } from '../../../contract/call.ts'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { useProposed } from '../../approval/web/useProposed.ts'
import { type AppealRow, scoreCalls } from '../contract.ts'
import { PointsItem, pointsOf, type PointsValues } from './PointsItem.tsx'
import { ScoreFacts } from './ScoreFacts.tsx'
import { useScoreWords } from './words.ts'

interface Values extends PointsValues {
  verdict: 'uphold' | 'reject' | undefined
  answer: string
}

/** Answers an appeal: rejects it with a reason, or upholds it and proposes the corrected score to a second person. */
export default function AnswerDialog({ appeal, onClose }: { appeal: AppealRow; onClose: () => void }) {
  const say = useScoreWords()
  const proposed = useProposed()
  const act = useAction(scoreCalls.answerAppeal, { quiet: true })
  return (
    <FormDialog<Values, OutputOf<typeof scoreCalls.answerAppeal>>
      name="answer-appeal"
      title={say('answerTitle', { name: appeal.realName })}
      submit={say('answerAppeal')}
      values={{
        verdict: undefined,
        points: appeal.points,
        isAbsent: appeal.result === 'absent',
        answer: '',
      }}
      onSave={({ verdict, answer, ...values }) =>
        act.mutateAsync({
          id: appeal.id,
          answer,
          ...(verdict === 'uphold' ? { uphold: true, points: pointsOf(values) } : { uphold: false }),
        })
      }
      onSaved={({ approvalId }) => {
        onClose()
        if (approvalId) proposed()
        else notify('success', say('answered'))
      }}
      onClose={onClose}
    >
      <ScoreFacts score={appeal} />
      <p>
        <strong>{say('appealReason')}</strong> {appeal.reason}
      </p>
      <Form.Item
        name="verdict"
        label={say('verdict')}
        rules={[{ required: true, message: say('pleaseChoose') }]}
      >
        <Radio.Group
          options={(['uphold', 'reject'] as const).map((value) => ({
            value,
            label: say(`verdict_${value}`),
          }))}
        />
      </Form.Item>
      <Upheld fullScore={appeal.fullScore} />
      <Form.Item
        name="answer"
        label={say('answer')}
        extra={say('answerHint')}
        rules={[{ required: true, whitespace: true, min: 2, message: say('mustFill') }]}
      >
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDialog>
  )
}

/** The corrected score of an appeal that is upheld. */
function Upheld({ fullScore }: { fullScore: number }) {
  const verdict = Form.useWatch<Values['verdict']>('verdict')
  return verdict === 'uphold' && <PointsItem fullScore={fullScore} mayBeAbsent />
}
