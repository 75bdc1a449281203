import { useAction } from '../../../web/client.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { ReasonItem } from '../../../web/shell/form/ReasonItem.tsx'
import { useProposed } from '../../approval/web/useProposed.ts'
import { scoreCalls, type ScoreRow } from '../contract.ts'
import { PointsItem, pointsOf, type PointsValues } from './PointsItem.tsx'
import { ScoreFacts } from './ScoreFacts.tsx'
import { useScoreWords } from './words.ts'

/** Proposes another score to a second person: what it is, what it shall be, and why. */
export default function ScoreDialog({ score, onClose }: { score: ScoreRow; onClose: () => void }) {
  const say = useScoreWords()
  const proposed = useProposed()
  const update = useAction(scoreCalls.update, { quiet: true })
  return (
    <FormDialog<PointsValues & { reason: string }, unknown>
      name="correct-score"
      title={say('editTitle', { name: score.realName })}
      submit={say('propose')}
      values={{ points: score.points, isAbsent: score.result === 'absent', reason: '' }}
      onSave={(values) =>
        update.mutateAsync({ id: score.id, points: pointsOf(values), reason: values.reason })
      }
      onSaved={() => {
        onClose()
        proposed()
      }}
      onClose={onClose}
    >
      <ScoreFacts score={score} />
      <PointsItem {...score} mayBeAbsent={score.kind === 'signUp'} />
      <ReasonItem />
      <p className="k-muted">{say('secondHint')}</p>
    </FormDialog>
  )
}
