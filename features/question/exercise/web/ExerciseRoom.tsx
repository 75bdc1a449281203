import { useState } from 'react'
import { type CallRefused, useAction } from '../../../../web/client.ts'
import { Button, ButtonLink } from '../../../../web/kit/Button.tsx'
import { Chips } from '../../../../web/kit/Chips.tsx'
import { Empty, Failure, Skeleton } from '../../../../web/kit/Loaded.tsx'
import { Sheet } from '../../../../web/kit/Sheet.tsx'
import { AnswerCard } from '../../answer/web/AnswerCard.tsx'
import '../../answer/web/AnswerPage.css'
import { BackBar } from '../../answer/web/BackBar.tsx'
import { chosenWith, lettersOf } from '../../answer/web/choice.ts'
import { useKeys } from '../../answer/web/useKeys.ts'
import { useWide } from '../../answer/web/useWide.ts'
import { useAnswerWords } from '../../answer/web/words.ts'
import {
  exerciseCalls,
  type ExercisePart as Part,
  type ExerciseProgress,
  type ExerciseQuestion,
} from '../contract.ts'
import './Exercise.css'
import { ExercisePart } from './ExercisePart.tsx'
import { type Checked, type Checks, checkKey, firstOpen, outcomeOf, tally } from './practice.ts'
import { type Source, useExercise } from './useExercise.ts'
import { useExerciseWords } from './words.ts'

/** Practice: one question after the other, checked and explained immediately. */
export function ExerciseRoom({ source, onOnly }: { source: Source; onOnly: (only: Part) => void }) {
  const say = useExerciseWords()
  const { exercise, error, retry, reach, check, keep } = useExercise(source)
  if (!exercise) {
    return (
      <>
        <BackBar />
        <main id="main" className="k-wrap">
          {error ? <Failure error={error} onRetry={retry} /> : <Skeleton lines={6} height={28} />}
        </main>
      </>
    )
  }
  const title = say('title', { name: exercise.title })
  return (
    <>
      <BackBar title={title} />
      <PartChips title={title} progress={exercise.progress} only={source.only ?? 'all'} onOnly={onOnly} />
      {exercise.questions.length === 0 ? (
        <main id="main">
          <Empty
            title={say(source.only && source.only !== 'all' ? 'nonePart' : 'none')}
            hint={source.only && source.only !== 'all' ? '' : say('noneHint')}
            action={<ButtonLink to="/my?tab=exams">{say('toExams')}</ButtonLink>}
          />
        </main>
      ) : (
        <Practice
          questions={exercise.questions}
          // What was taken out elsewhere since is not waited for.
          total={exercise.next === null ? exercise.questions.length : exercise.total}
          error={error}
          onRetry={retry}
          classId={'classId' in source ? source.classId : undefined}
          isAll={!source.only || source.only === 'all'}
          onReach={reach}
          onCheck={check}
          onKeep={keep}
        />
      )}
    </>
  )
}

/** Choice of what is practised: all, those not done, the book of wrong ones, favourites. */
function PartChips({
  title,
  progress,
  only,
  onOnly,
}: {
  title: string
  progress: ExerciseProgress
  only: Part
  onOnly: (only: Part) => void
}) {
  const say = useExerciseWords()
  const { total, done, wrong, favourites } = progress
  return (
    <section className="k-wrap exercise-parts" aria-label={say('parts')}>
      <h1 className="k-hidden">{title}</h1>
      <Chips
        label={say('parts')}
        value={only}
        onChange={onOnly}
        options={[
          { value: 'all', label: say('partAll', { count: total }) },
          { value: 'new', label: say('partNew', { count: total - done }) },
          { value: 'wrong', label: say('partWrong', { count: wrong }) },
          { value: 'favourite', label: say('partFavourite', { count: favourites }) },
        ]}
      />
    </section>
  )
}

/** Keeps a question among the favourites, or lets it go. */
function KeepButton({
  question,
  classId,
  onKeep,
}: {
  question: ExerciseQuestion
  classId: string | undefined
  onKeep: (versionId: string, favourite: boolean) => void
}) {
  const say = useExerciseWords()
  const { versionId, favourite: isKept } = question
  const keep = useAction(exerciseCalls.keepFavourite)
  return (
    <Button
      kind="quiet"
      busy={keep.isPending}
      aria-pressed={isKept}
      onClick={() =>
        keep.mutate({
          versionId,
          favourite: !isKept,
          ...(classId ? { classId } : {}),
          onDone: () => onKeep(versionId, !isKept),
        })
      }
    >
      {say(isKept ? 'kept' : 'keep')}
    </Button>
  )
}

function Practice({
  questions,
  total,
  error,
  onRetry,
  classId,
  isAll,
  onReach,
  onCheck,
  onKeep,
}: {
  questions: readonly ExerciseQuestion[]
  total: number
  /** The questions after those that are there could not be fetched. */
  error: CallRefused | null
  onRetry: () => void
  classId: string | undefined
  /** All questions are practised: it goes on where the learner left off. */
  isAll: boolean
  onReach: (place: number) => void
  onCheck: (versionId: string, part: number, checked: Checked) => void
  onKeep: (versionId: string, favourite: boolean) => void
}) {
  const say = useExerciseWords()
  const sayAnswer = useAnswerWords()
  const isWide = useWide()
  const [wanted, setPlace] = useState(() => (isAll ? firstOpen(questions) : 0))
  /** Only these are practised again; null is all of them. */
  const [again, setAgain] = useState<readonly string[] | null>(null)
  const [given, setGiven] = useState<Record<string, string[]>>({})
  const [checks, setChecks] = useState<Record<string, Checked>>({})
  const [isCardOpen, setCardOpen] = useState(false)
  const [isOver, setOver] = useState(false)
  const list = again ? questions.filter(({ versionId }) => again.includes(versionId)) : questions
  const all = again ? list.length : Math.max(total, questions.length)
  const place = Math.min(wanted, all - 1)
  const { done, right, wrong } = tally(list, checks)
  const question = list[place]

  function go(next: number) {
    if (next < 0 || next > all) return
    setCardOpen(false)
    setOver(next === all)
    setPlace(Math.min(next, all - 1))
    if (!again) onReach(next)
    scrollTo({ top: 0 })
  }
  function begin(some: readonly ExerciseQuestion[] | null) {
    const renewed = (key: string) => !some || some.some(({ versionId }) => key.startsWith(`${versionId}.`))
    const without = <T,>(all: Record<string, T>) =>
      Object.fromEntries(Object.entries(all).filter(([key]) => !renewed(key)))
    setGiven(without)
    setChecks(without)
    setAgain(some && some.map(({ versionId }) => versionId))
    setOver(false)
    setPlace(0)
  }
  function choose({ versionId, parts }: ExerciseQuestion, letter: string) {
    const key = checkKey(versionId, 0)
    if (!checks[key] && lettersOf(parts[0]!).includes(letter))
      setGiven({ ...given, [key]: chosenWith(parts[0]!.type, given[key] ?? [], letter) })
  }
  useKeys((action) => {
    if (action === 'next') go(place + 1)
    else if (action === 'previous') go(isOver ? place : place - 1)
    else if (action !== 'flag' && question?.parts.length === 1) choose(question, action.letter)
  })

  if (isOver) {
    return (
      <main id="main" className="k-wrap answer-result k-stack k-gap-4">
        <section className="k-card padded exercise-over k-stack k-gap-4" role="status">
          <h1>{say('over', { all, right })}</h1>
          {done < all && <p>{say('overHint', { open: all - done })}</p>}
          <div className="k-cluster k-gap-3">
            {wrong.length > 0 && (
              <Button kind="main" onClick={() => begin(wrong)}>
                {say('again', { count: wrong.length })}
              </Button>
            )}
            <Button kind={wrong.length > 0 ? 'plain' : 'main'} onClick={() => begin(null)}>
              {say('restart')}
            </Button>
            <ButtonLink to="/my?tab=exams">{say('toExams')}</ButtonLink>
          </div>
        </section>
      </main>
    )
  }

  const numbered = Array.from({ length: all }, (_, i) => ({ no: i + 1 }))
  const marks = new Map(
    list.flatMap((one, i) => {
      const outcome = outcomeOf(one, checks)
      return outcome ? [[i + 1, outcome] as const] : []
    }),
  )
  const card = (
    <AnswerCard
      items={numbered}
      answers={{}}
      flags={[]}
      at={place + 1}
      marks={marks}
      onGo={(no) => go(no - 1)}
    />
  )
  return (
    <>
      <main id="main" className="k-wrap answer-stage k-grid k-gap-5">
        <section
          key={question?.versionId}
          className="k-card exercise k-stack k-gap-4"
          aria-label={say('number', { no: place + 1 })}
        >
          <div className="k-row k-gap-2 exercise-head">
            <p className="k-muted k-small">
              {say('place', { no: place + 1, all })}
              {question && <> · {sayAnswer(question.type)}</>}
            </p>
            <span className="k-grow" />
            {question && <KeepButton question={question} classId={classId} onKeep={onKeep} />}
          </div>
          {question ? (
            <Asked
              question={question}
              no={place + 1}
              classId={classId}
              checks={checks}
              given={given}
              onGive={(key, value) => setGiven({ ...given, [key]: value })}
              onChecked={(part, checked) => {
                setChecks((last) => ({ ...last, [checkKey(question.versionId, part)]: checked }))
                onCheck(question.versionId, part, checked)
              }}
            />
          ) : error ? (
            <Failure error={error} onRetry={onRetry} />
          ) : (
            <Skeleton lines={6} height={28} />
          )}
          {isWide && (
            <div className="exercise-move">
              <Button disabled={place === 0} onClick={() => go(place - 1)}>
                {say('previous')}
              </Button>
              <Button onClick={() => go(place + 1)}>{say(place + 1 < all ? 'next' : 'finish')}</Button>
            </div>
          )}
        </section>
        {isWide && (
          <aside className="k-card answer-aside k-stack">
            <h2>{say('card')}</h2>
            <p className="k-muted k-small">{say('progress', { done, all, right })}</p>
            {card}
            <p className="k-muted k-small">{say('lead')}</p>
          </aside>
        )}
      </main>
      {!isWide && (
        <nav className="answer-bottom" aria-label={say('card')}>
          <Button disabled={place === 0} onClick={() => go(place - 1)}>
            {say('previous')}
          </Button>
          <Button kind="quiet" onClick={() => setCardOpen(true)}>
            {sayAnswer('cardCount', { done, all })}
          </Button>
          <Button onClick={() => go(place + 1)}>{say(place + 1 < all ? 'next' : 'finish')}</Button>
        </nav>
      )}
      <Sheet open={isCardOpen} onClose={() => setCardOpen(false)} title={say('card')}>
        <p className="k-muted">{say('progress', { done, all, right })}</p>
        {card}
      </Sheet>
    </>
  )
}

/** One question with its material and parts. */
function Asked({
  question,
  no,
  classId,
  checks,
  given,
  onGive,
  onChecked,
}: {
  question: ExerciseQuestion
  no: number
  classId: string | undefined
  checks: Checks
  /** Answers that were given, by version of the question and part. */
  given: Readonly<Record<string, string[]>>
  onGive: (key: string, value: string[]) => void
  onChecked: (part: number, checked: Checked) => void
}) {
  const say = useExerciseWords()
  const sayAnswer = useAnswerWords()
  return (
    <>
      {question.material && (
        <details className="ask-material k-box" open>
          <summary>{sayAnswer('material')}</summary>
          <p>{question.material}</p>
        </details>
      )}
      {question.parts.map((_, part) => {
        const key = checkKey(question.versionId, part)
        return (
          <ExercisePart
            key={key}
            question={question}
            part={part}
            label={question.parts.length > 1 ? say('part', { no, part: part + 1 }) : say('number', { no })}
            checked={checks[key]}
            given={given[key] ?? []}
            classId={classId}
            onGive={(value) => onGive(key, value)}
            onChecked={(checked) => onChecked(part, checked)}
          />
        )
      })}
    </>
  )
}
