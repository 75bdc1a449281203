import { QuestionInput } from '../../../question/answer/web/QuestionInput.tsx'
import { useAnswerWords } from '../../../question/answer/web/words.ts'
import { isAnswered } from '../../../question/rules.ts'
import type { ExamItem } from '../contract.ts'
import { useAttemptWords } from './words.ts'

/** One question of a paper with its material, its fields and its flag. */
export function ExamQuestion({
  item,
  heading,
  material,
  value,
  flagged,
  disabled,
  current,
  onAt,
  onAnswer,
  onFlag,
  onLeave,
}: {
  item: ExamItem
  heading: string
  material: string | undefined
  value: readonly string[]
  flagged: boolean
  disabled: boolean
  current: boolean
  onAt: () => void
  onAnswer: (value: string[]) => void
  onFlag: () => void
  onLeave: () => void
}) {
  const say = useAttemptWords()
  const sayAnswer = useAnswerWords()
  const label = say('number', { no: item.no })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only learns which question has the focus
    <section
      className="exam-question k-stack k-gap-4"
      data-no={item.no}
      data-current={current ? '' : undefined}
      aria-label={label}
      tabIndex={-1}
      onFocus={onAt}
    >
      {material !== undefined && (
        <details className="ask-material k-box" open>
          <summary>{sayAnswer('material')}</summary>
          <p>{material}</p>
        </details>
      )}
      <header className="k-cluster">
        <strong>{heading}</strong>
        <span className="k-muted k-small">
          {sayAnswer(item.type)} · {say('points', { score: item.score })}
          {item.type === 'multiple' && <span className="hint"> · {say('multipleHint')}</span>}
        </span>
        <span className="k-grow" />
        {item.type !== 'essay' && item.type !== 'blank' && !disabled && (
          // Its place is there from the start: what is below does not move under the finger.
          <button
            type="button"
            className="k-button quiet"
            style={isAnswered(value) ? {} : { visibility: 'hidden' }}
            onClick={() => onAnswer([])}
          >
            {say('clear')}
          </button>
        )}
        <button type="button" className="k-button quiet exam-flag" aria-pressed={flagged} onClick={onFlag}>
          <FlagIcon />
          {say(flagged ? 'flagged' : 'flag')}
        </button>
      </header>
      <p className="ask-stem k-prose">{item.stem}</p>
      <QuestionInput
        part={item}
        name={`item-${item.no}`}
        label={label}
        value={value}
        disabled={disabled}
        onChange={onAnswer}
        onLeave={onLeave}
      />
    </section>
  )
}

function FlagIcon() {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <path d="M3 13V1.5h8L8.8 4.7 11 8H3" fill="none" stroke="currentColor" strokeWidth="1.6" />
    </svg>
  )
}
