import { useAction } from '../../../../web/client.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { QuestionInput } from '../../answer/web/QuestionInput.tsx'
import { ReviewedOptions, ReviewedText } from '../../answer/web/ReviewedAnswer.tsx'
import { isAnswered, isChoice } from '../../rules.ts'
import { type AskedQuestion, exerciseCalls } from '../contract.ts'
import type { Checked } from './practice.ts'
import { useExerciseWords } from './words.ts'

/** One thing to practise: answered, checked, explained. */
export function ExercisePart({
  question,
  part,
  label,
  checked,
  given,
  onGive,
  classId,
  onChecked,
}: {
  question: AskedQuestion
  part: number
  label: string
  checked: Checked | undefined
  given: readonly string[]
  onGive: (value: string[]) => void
  /** Practised for this class. */
  classId: string | undefined
  onChecked: (checked: Checked) => void
}) {
  const say = useExerciseWords()
  const current = question.parts[part]!
  const check = useAction(exerciseCalls.checkExercise, { quiet: true })

  function run() {
    check.mutate({
      versionId: question.versionId,
      part,
      answer: [...given],
      ...(classId ? { classId } : {}),
      onDone: onChecked,
    })
  }
  return (
    <div className="exercise-part k-stack k-gap-4">
      <p className="ask-stem k-prose">{current.stem}</p>
      {checked && isChoice(current.type) ? (
        <ReviewedOptions part={current} given={given} answer={checked.answer} />
      ) : checked ? (
        <ReviewedText essay={current.type === 'essay'} given={given} answer={checked.answer} />
      ) : (
        <QuestionInput
          part={current}
          name={`${question.versionId}-${part}`}
          label={label}
          value={given}
          onChange={onGive}
        />
      )}
      <div className="k-stack k-gap-2" role="status">
        {checked && (
          <>
            <p>
              <span className={`k-tag ${checked.right === null ? 'plain' : checked.right ? 'good' : 'bad'}`}>
                {say(checked.right === null ? 'essay' : checked.right ? 'right' : 'wrong')}
              </span>
            </p>
            {checked.book && <p className="k-muted k-small">{say(checked.book)}</p>}
            {checked.analysis && (
              <p className="k-prose">
                <b>{say('explanation')}</b> {checked.analysis}
              </p>
            )}
          </>
        )}
      </div>
      {check.error && (
        <p className="k-bad" role="alert">
          {check.error.message}
        </p>
      )}
      {!checked && (
        <Button kind="main" busy={check.isPending} disabled={!isAnswered(given)} onClick={run}>
          {say('check')}
        </Button>
      )}
    </div>
  )
}
