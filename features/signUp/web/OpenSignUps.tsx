import { type ReactNode, useState } from 'react'
import { yuan } from '../../../contract/money.ts'
import { useCall } from '../../../web/client.ts'
import { endTime, dateTime } from '../../../web/format.ts'
import { ButtonLink } from '../../../web/kit/Button.tsx'
import { Chips } from '../../../web/kit/Chips.tsx'
import { Empty, Loaded } from '../../../web/kit/Loaded.tsx'
import { Pager } from '../../../web/kit/Pager.tsx'
import { usePaused } from '../../../web/shell/view/usePaused.ts'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { useBilingual } from '../../../web/words.ts'
import { visitedUnit } from '../../project/web/settings.ts'
import { type OpenSignUp, signUpCalls } from '../contract.ts'
import { type SignUpKind, signUpKindNames, signUpKinds, signUpObstacleNames } from '../rules.ts'
import { signUpPaths } from './paths.ts'
import './OpenSignUps.css'
import { usePublicWords } from './publicWords.ts'

const limit = 10

/** Question for the open sign-ups of an address, found by a text that was typed and by what else the address names. */
export function useOpenSignUps(text: string) {
  const [{ kind: given, page: shown }] = useUrlState()
  const word = usePaused(text).trim()
  const kind = signUpKinds.find((each) => each === given)
  const page = Math.max(1, Number(shown) || 1)
  const unitId = visitedUnit()
  const query = useCall(
    signUpCalls.getCmsList,
    {
      page,
      limit,
      ...(kind ? { kind } : {}),
      ...(word ? { keyword: word } : {}),
      ...(unitId ? { unitId } : {}),
    },
    { keep: true },
  )
  return { query, kind, word, page }
}

/** Open sign-ups, found by kind and title, each with what keeps the reader from it or the way to apply. */
export function OpenSignUps() {
  const say = usePublicWords()
  const pick = useBilingual()
  const [{ keyword = '' }, change] = useUrlState()
  const [text, setText] = useState(keyword)
  const { query, kind, word, page } = useOpenSignUps(text)
  return (
    <section className="k-stack k-gap-4" aria-label={say('openTitle')}>
      <h2>{say('openTitle')}</h2>
      <div className="k-cluster k-split">
        <Chips<SignUpKind | 'all'>
          label={say('type')}
          value={kind ?? 'all'}
          onChange={(value) => change({ kind: value === 'all' ? null : value, page: null }, 'push')}
          options={[
            { value: 'all', label: say('all') },
            ...signUpKinds.map((value) => ({
              value,
              label: pick(signUpKindNames[value].zh, signUpKindNames[value].en),
            })),
          ]}
        />
        <input
          className="k-input signup-search"
          type="search"
          aria-label={say('searchTitle')}
          placeholder={say('searchTitle')}
          maxLength={60}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            change({ keyword: target.value, page: null })
          }}
        />
      </div>
      <Loaded
        query={query}
        isEmpty={({ list }) => list.length === 0}
        empty={<Empty title={say(word || kind ? 'noneFound' : 'noneOpen')} hint={say('noneHint')} />}
      >
        {({ list, total }) => (
          <>
            <ul className="k-list k-stack k-gap-3">
              {list.map((signUp) => (
                <SignUpCard key={signUp.id} signUp={signUp} />
              ))}
            </ul>
            <Pager {...{ page, limit, total }} onPage={(next) => change({ page: next }, 'push')} />
          </>
        )}
      </Loaded>
    </section>
  )
}

function SignUpCard({ signUp }: { signUp: OpenSignUp }) {
  const say = usePublicWords()
  const { id, title, obstacle, applicationId, subjectNames } = signUp
  return (
    <li className="k-card padded k-stack k-gap-2">
      <SignUpHead signUp={signUp} heading={<h3 className="k-break">{title}</h3>} />
      {subjectNames.length > 0 && <p className="k-soft k-small">{subjectNames.join(say('comma'))}</p>}
      <div className="signup-way k-cluster k-split">
        <SignUpTerms signUp={signUp} />
        {applicationId ? (
          <ButtonLink to={signUpPaths.mine(applicationId)}>{say('viewMine')}</ButtonLink>
        ) : (
          <ButtonLink to={signUpPaths.apply(id)}>
            {say(obstacle ? 'details' : 'apply_')}
            <span className="k-hidden"> {title}</span>
          </ButtonLink>
        )}
      </div>
    </li>
  )
}

/** Title of a sign-up with its kind, and what keeps the reader from it. */
export function SignUpHead({ signUp, heading }: { signUp: OpenSignUp; heading: ReactNode }) {
  const pick = useBilingual()
  const { kind, obstacle } = signUp
  const kindName = signUpKindNames[kind]
  const why = obstacle && signUpObstacleNames[obstacle]
  return (
    <div className="k-cluster k-split">
      {heading}
      <span className="k-cluster">
        <span className="k-tag">{pick(kindName.zh, kindName.en)}</span>
        {why && (
          <span className={`k-tag signup-obstacle ${obstacle === 'applied' ? 'good' : 'plain'}`}>
            {pick(why.zh, why.en)}
          </span>
        )}
      </span>
    </div>
  )
}

/** Period, places and fee of a sign-up in a line. */
export function SignUpTerms({ signUp }: { signUp: OpenSignUp }) {
  const say = usePublicWords()
  const { opensAt, closesAt, fee, seatsLeft, obstacle } = signUp
  return (
    <p className="k-muted k-small">
      {obstacle === 'notYet'
        ? say('opensOn', { time: dateTime(opensAt) })
        : say('closesOn', { time: endTime(closesAt) })}
      {seatsLeft !== null && ` · ${say('quotaLeft', { count: seatsLeft })}`}
      {' · '}
      <span className="k-soft k-numbers">{fee === 0 ? say('free') : `¥${yuan(fee)}`}</span>
    </p>
  )
}
