import { useCall } from '../../../web/client.ts'
import { Button, ButtonLink } from '../../../web/kit/Button.tsx'
import { Chips } from '../../../web/kit/Chips.tsx'
import { Empty, Loaded, Skeleton } from '../../../web/kit/Loaded.tsx'
import { Pager } from '../../../web/kit/Pager.tsx'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { attemptCalls } from '../../exam/attempt/contract.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { MyClassCard } from './MyClassCard.tsx'
import { useMyWords } from './words.ts'

const limit = 20
const states = ['applying', 'studying', 'passed', 'expired'] as const
type State = (typeof states)[number]

/** The learner's classes by state and year; both stand in the address. */
export function MyClasses({ years }: { years: readonly number[] }) {
  const say = useMyWords()
  const [address, change] = useUrlState()
  const state = states.find((known) => known === address.state)
  const page = Number(address.page ?? 1)
  const query = useCall(
    enrolmentCalls.myClass,
    { page, limit, ...(state ? { state } : {}), ...(address.year ? { year: Number(address.year) } : {}) },
    { keep: true },
  )
  const { data: exams = [] } = useCall(attemptCalls.findMyClassExam, {})
  return (
    <>
      <div className="mine-chips">
        <Chips
          label={say('status')}
          value={state ?? ''}
          options={[
            { value: '', label: say('all') },
            ...states.map((value: State) => ({ value, label: say(value) })),
          ]}
          onChange={(value) => change({ state: value || null, page: null })}
        />
        <Chips
          label={say('year')}
          value={address.year ?? ''}
          options={[
            { value: '', label: say('all') },
            ...years.map((year) => ({ value: String(year), label: String(year) })),
          ]}
          onChange={(value) => change({ year: value || null, page: null })}
        />
      </div>
      <Loaded
        query={query}
        skeleton={<Skeleton lines={5} height={72} />}
        isEmpty={(data) => data.list.length === 0}
        empty={
          state || address.year ? (
            <Empty
              title={say('noneMatching')}
              action={
                <Button onClick={() => change({ state: null, year: null, page: null })}>
                  {say('allClasses')}
                </Button>
              }
            />
          ) : (
            <Empty
              title={say('none')}
              hint={say('noneHint')}
              action={<ButtonLink to="/classSelectCenter">{say('chooseClasses')}</ButtonLink>}
            />
          )
        }
      >
        {(data) => (
          <>
            <ul className="k-stack k-list">
              {data.list.map((mine) => (
                <MyClassCard
                  key={mine.enrolmentId}
                  mine={mine}
                  exam={exams.find((exam) => exam.classId === mine.classId)}
                />
              ))}
            </ul>
            <Pager page={page} limit={limit} total={data.total} onPage={(next) => change({ page: next })} />
          </>
        )}
      </Loaded>
    </>
  )
}
