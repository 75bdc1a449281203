import { type PartType } from '../../contract.ts'
import { letterOf } from '../../rules.ts'
import './Answer.css'
import { chosenWith } from './choice.ts'
import { useAnswerWords } from './words.ts'

/** Characters one essay may have. */
const mostEssayText = 10_000

/** The fields of a question part needed to answer it. */
export interface ShownPart {
  type: PartType
  stem: string
  options: readonly string[]
  blanks: number
}

/** The letters that may be chosen with their texts; right and wrong for a judgement. */
export function useOptions(part: Pick<ShownPart, 'type' | 'options'>): { letter: string; text: string }[] {
  const say = useAnswerWords()
  if (part.type === 'judge') {
    return [
      { letter: 'A', text: say('right') },
      { letter: 'B', text: say('wrong') },
    ]
  }
  return part.options.map((text, place) => ({ letter: letterOf(place), text }))
}

/** The fields one question is answered by; `name` ties the choices together and must differ between questions. */
export function QuestionInput({
  part,
  name,
  label,
  value,
  disabled = false,
  onChange,
  onLeave,
}: {
  part: ShownPart
  name: string
  /** Names the fields for who cannot see the stem beside them. */
  label: string
  value: readonly string[]
  disabled?: boolean
  onChange: (value: string[]) => void
  /** A text field was left. */
  onLeave?: (() => void) | undefined
}) {
  const say = useAnswerWords()
  const options = useOptions(part)
  if (part.type === 'essay') {
    const text = value[0] ?? ''
    return (
      <div className="ask-essay k-stack">
        <label htmlFor={`${name}-text`}>{say('essayLabel')}</label>
        <textarea
          id={`${name}-text`}
          className="k-input"
          rows={8}
          maxLength={mostEssayText}
          value={text}
          disabled={disabled}
          aria-label={`${label} ${say('essayLabel')}`}
          onChange={(event) => onChange(event.target.value === '' ? [] : [event.target.value])}
          onBlur={onLeave}
        />
        <span className="k-muted k-small">
          {say('characters', { count: text.length, most: mostEssayText })}
        </span>
      </div>
    )
  }
  if (part.type === 'blank') {
    return (
      <div className="ask-blanks k-stack">
        {Array.from({ length: part.blanks }, (_, place) => (
          <label key={place}>
            <span>{say('blankNo', { no: place + 1 })}</span>
            <input
              className="k-input"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={1000}
              value={value[place] ?? ''}
              disabled={disabled}
              aria-label={`${label} ${say('blankNo', { no: place + 1 })}`}
              onChange={(event) =>
                onChange(
                  Array.from({ length: part.blanks }, (_text, i) =>
                    i === place ? event.target.value : (value[i] ?? ''),
                  ),
                )
              }
              onBlur={onLeave}
            />
          </label>
        ))}
      </div>
    )
  }
  const many = part.type === 'multiple'
  return (
    <fieldset className="ask-options k-stack k-gap-2" disabled={disabled}>
      <legend className="k-hidden">{label}</legend>
      {options.map(({ letter, text }) => (
        <label
          key={letter}
          className={value.includes(letter) ? 'ask-option k-grid k-box chosen' : 'ask-option k-grid k-box'}
        >
          <input
            type={many ? 'checkbox' : 'radio'}
            name={name}
            value={letter}
            checked={value.includes(letter)}
            onChange={() => onChange(chosenWith(part.type, value, letter))}
          />
          <b aria-hidden="true">{letter}</b>
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
