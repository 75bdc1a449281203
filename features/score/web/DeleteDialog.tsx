import { useAction } from '../../../web/client.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { ReasonItem } from '../../../web/shell/form/ReasonItem.tsx'
import { useProposed } from '../../approval/web/useProposed.ts'
import { scoreCalls, type ScoreRow } from '../contract.ts'
import { ScoreFacts } from './ScoreFacts.tsx'
import { useScoreWords } from './words.ts'

/** Proposes to a second person to delete a score, for a reason. */
export default function DeleteDialog({ score, onClose }: { score: ScoreRow; onClose: () => void }) {
  const say = useScoreWords()
  const proposed = useProposed()
  const act = useAction(scoreCalls.delete, { quiet: true })
  return (
    <FormDialog<{ reason: string }, unknown>
      name="delete-score"
      title={say('deleteTitle', { name: score.realName })}
      submit={say('propose')}
      danger
      values={{ reason: '' }}
      onSave={({ reason }) => act.mutateAsync({ id: score.id, reason })}
      onSaved={() => {
        onClose()
        proposed()
      }}
      onClose={onClose}
    >
      <ScoreFacts score={score} />
      <p>{say(score.kind === 'signUp' ? 'deleteHintOf' : 'voidHint')}</p>
      <ReasonItem />
    </FormDialog>
  )
}
