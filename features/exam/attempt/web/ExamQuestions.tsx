import type { Ref } from 'react'
import { useAnswerWords } from '../../../question/answer/web/words.ts'
import type { Answers, ExamItem, ExamPaper } from '../contract.ts'
import { ExamQuestion } from './ExamQuestion.tsx'
import { useAttemptWords } from './words.ts'

/** The questions of a paper: by sections on a desktop, the one in front of the learner on a phone. */
export function ExamQuestions({
  paper,
  answers,
  flags,
  at,
  isWide,
  isLocked,
  list,
  onAt,
  onAnswer,
  onFlag,
  onLeave,
}: {
  paper: ExamPaper
  answers: Answers
  flags: readonly number[]
  at: number
  isWide: boolean
  isLocked: boolean
  list: Ref<HTMLDivElement>
  onAt: (no: number) => void
  onAnswer: (no: number, value: string[]) => void
  onFlag: (no: number) => void
  onLeave: () => void
}) {
  const say = useAttemptWords()
  const sayAnswer = useAnswerWords()
  const { items, materials, sections } = paper

  function titleOf(section: number): string {
    const { title, type } = sections[section]!
    return title || sayAnswer(type)
  }
  function draw(item: ExamItem) {
    const isFirst = items[item.no - 2]?.material !== item.material
    // On a desktop the material is shown once, above the first of its questions.
    const material = item.material !== null && (isFirst || !isWide) ? materials[item.material] : undefined
    return (
      <ExamQuestion
        key={item.no}
        item={item}
        heading={isWide ? say('number', { no: item.no }) : say('of', { no: item.no, all: items.length })}
        material={material}
        value={answers[item.no] ?? []}
        flagged={flags.includes(item.no)}
        disabled={isLocked}
        current={item.no === at}
        onAt={() => onAt(item.no)}
        onAnswer={(value) => onAnswer(item.no, value)}
        onFlag={() => onFlag(item.no)}
        onLeave={onLeave}
      />
    )
  }
  if (!isWide) {
    const item = items[at - 1]!
    const { title } = sections[item.section]!
    return (
      <div className="exam-list k-stack k-gap-4 k-card" ref={list}>
        {title && <p className="k-muted k-small">{title}</p>}
        {draw(item)}
      </div>
    )
  }
  return (
    <div className="exam-list k-stack k-gap-4" ref={list}>
      {sections.map((section, place) => {
        const here = items.filter((item) => item.section === place)
        if (here.length === 0) return null
        const score = here.reduce((sum, item) => sum + item.score, 0)
        return (
          <section key={`${section.type}-${place}`} className="k-card" aria-label={titleOf(place)}>
            <h2>
              {titleOf(place)}{' '}
              <small className="k-muted">{say('sectionFacts', { count: here.length, score })}</small>
            </h2>
            {here.map(draw)}
          </section>
        )
      })}
    </div>
  )
}
