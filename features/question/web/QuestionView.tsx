import { useId } from 'react'
import type { PartContent, PartKey, QuestionContent } from '../contract.ts'
import { alternative } from '../contract.ts'
import { letterOf } from '../rules.ts'
import './Question.css'
import { useViewWords } from './viewWords.ts'

type Content = Pick<QuestionContent, 'type' | 'material'> & {
  parts: readonly Pick<PartContent, 'type' | 'stem' | 'options' | 'blanks'>[]
}

/**
 * A question as its learner reads and answers it; with keys, the right answer and its explanation are below each part.
 */
export function QuestionView({
  question,
  given,
  onGive,
  keys = null,
}: {
  question: Content
  /** The answer of each part, as it is marked. */
  given: readonly (readonly string[])[]
  /** Absent when nothing more may be answered. */
  onGive?: ((part: number, answer: string[]) => void) | undefined
  keys?: readonly PartKey[] | null
}) {
  const say = useViewWords()
  const isCase = question.type === 'case'
  return (
    <div className="question">
      {isCase && (
        <section className="question-material k-prose" aria-label={say('material')}>
          {question.material}
        </section>
      )}
      {question.parts.map((part, i) => (
        <PartView
          key={i}
          part={part}
          title={isCase ? say('part', { n: i + 1 }) : null}
          given={given[i] ?? []}
          onGive={onGive && ((answer) => onGive(i, answer))}
          partKey={keys?.[i] ?? null}
        />
      ))}
    </div>
  )
}

interface PartProps {
  part: Content['parts'][number]
  given: readonly string[]
  onGive: ((answer: string[]) => void) | undefined
  partKey: PartKey | null
}

function PartView({ title, ...props }: PartProps & { title: string | null }) {
  const say = useViewWords()
  const id = useId()
  const { part, partKey } = props
  return (
    <div role="group" aria-labelledby={id} className="question-part">
      <div id={id} className="question-stem k-prose">
        <span className="k-tag question-kind">{[title, say(part.type)].filter(Boolean).join(' · ')}</span>
        {part.stem}
      </div>
      {part.type === 'blank' || part.type === 'essay' ? <Written {...props} /> : <Choices {...props} />}
      {partKey && <Why type={part.type} partKey={partKey} />}
    </div>
  )
}

function Choices({ part, given, onGive, partKey }: PartProps) {
  const say = useViewWords()
  const name = useId()
  const texts = part.type === 'judge' ? [say('right'), say('wrong')] : part.options
  const many = part.type === 'multiple'

  function choose(letter: string, on: boolean) {
    if (!many) return onGive?.([letter])
    const saved = given.filter((other) => other !== letter)
    onGive?.(on ? [...saved, letter].sort() : saved)
  }
  function verdictOf(letter: string) {
    if (!partKey) return undefined
    return partKey.answer.includes(letter) ? 'right' : given.includes(letter) ? 'wrong' : undefined
  }

  return texts.map((text, place) => {
    const letter = letterOf(place)
    return (
      <label
        key={letter}
        className={given.includes(letter) ? 'question-choice k-box chosen' : 'question-choice k-box'}
        data-key={verdictOf(letter)}
      >
        <input
          type={many ? 'checkbox' : 'radio'}
          name={name}
          checked={given.includes(letter)}
          disabled={!onGive}
          onChange={({ target }) => choose(letter, target.checked)}
        />
        {part.type !== 'judge' && <b>{letter}</b>}
        <span>{text}</span>
      </label>
    )
  })
}

function Written({ part, given, onGive }: PartProps) {
  const say = useViewWords()
  if (part.type === 'essay') {
    return (
      <textarea
        className="question-text"
        rows={6}
        aria-label={say('yourAnswer')}
        placeholder={say('yourAnswer')}
        value={given[0] ?? ''}
        readOnly={!onGive}
        onChange={({ target }) => onGive?.([target.value])}
      />
    )
  }
  return Array.from({ length: part.blanks }, (_, n) => (
    <label key={n} className="question-blank k-grid">
      {say('blankOf', { n: n + 1 })}
      <input
        className="question-text"
        value={given[n] ?? ''}
        readOnly={!onGive}
        onChange={({ target }) =>
          onGive?.(Array.from({ length: part.blanks }, (_, m) => (m === n ? target.value : (given[m] ?? ''))))
        }
      />
    </label>
  ))
}

function Why({ type, partKey }: { type: PartContent['type']; partKey: PartKey }) {
  const say = useViewWords()
  const words = {
    single: () => partKey.answer.join(''),
    multiple: () => partKey.answer.join(''),
    judge: () => say(partKey.answer[0] === 'A' ? 'right' : 'wrong'),
    blank: () => partKey.answer.map((one) => one.split(alternative).join(say('or'))).join(say('comma')),
    essay: () => partKey.answer.join('\n'),
  }
  return (
    <div className="question-why k-prose">
      <h4>{say('answer', { answer: words[type]() })}</h4>
      {partKey.analysis || <span className="k-muted">{say('noAnalysis')}</span>}
    </div>
  )
}
