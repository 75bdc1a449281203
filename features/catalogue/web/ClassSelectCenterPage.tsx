import { Link, useLocation } from 'react-router'
import { useCall } from '../../../web/client.ts'
import { hours } from '../../../web/format.ts'
import { ButtonLink } from '../../../web/kit/Button.tsx'
import { Chips } from '../../../web/kit/Chips.tsx'
import { Coming, Empty, isComing, Loaded } from '../../../web/kit/Loaded.tsx'
import { WaysOn } from '../../../web/kit/WaysOn.tsx'
import { Tabs } from '../../../web/kit/Tabs.tsx'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { useBilingual } from '../../../web/words.ts'
import { hoursCalls } from '../../hours/contract.ts'
import { PassportHero } from '../../hours/web/PassportHero.tsx'
import { useSettings } from '../../project/web/settings.ts'
import { MyPlans, useMyPlans } from '../../trainPlan/web/MyPlans.tsx'
import { useAccount, useAccountQuery } from '../../session/web/account.ts'
import { catalogueCalls } from '../contract.ts'
import { CartBar } from './CartBar.tsx'
import { filtersOf, useYears } from './CatalogueFilters.tsx'
import { CardSkeletons, ClassCard } from './ClassCard.tsx'
import './Catalogue.css'
import './Select.css'
import { OrderPlace } from './OrderPlace.tsx'
import { SelectionPanel } from './SelectionPanel.tsx'
import { useSelectWords } from './selectWords.ts'
import { useSuits } from './suits.ts'

/** Choosing classes for a year against the hours it requires. */
export default function ClassSelectCenterPage() {
  const say = useSelectWords()
  const pick = useBilingual()
  const location = useLocation()
  const { showClassType } = useSettings()
  const isLearner = useAccount()?.roleSystem === 3
  const [address, change] = useUrlState()
  const years = useYears()
  const year = Number(address.year ?? years[0])
  const accountQuery = useAccountQuery()
  const hoursQuery = useCall(hoursCalls.getMyClassHour, { year }, { enabled: isLearner, keep: true })
  const plansQuery = useMyPlans(year, isLearner)
  const passport = hoursQuery.data
  const missing = (key: string) => passport?.types.find((type) => type.classType === key)?.missingTenths ?? 0
  // What is missing comes first; the reader's own choice of tab wins.
  const types = [...showClassType].sort((a, b) => Number(missing(b.key) > 0) - Number(missing(a.key) > 0))
  const classType = types.find((type) => type.key === address.type)?.key ?? types[0]?.key ?? ''
  // As the catalogue begins: what suits, and what cannot be joined any more last.
  const suits = useSuits()
  const query = useCall(
    catalogueCalls.findClassList,
    { classType, ...filtersOf({ year: String(year) }, suits === true), limit: 24 },
    { keep: true, enabled: classType !== '' && suits !== undefined },
  )
  const type = types.find((candidate) => candidate.key === classType)
  if (suits === undefined || [accountQuery, hoursQuery, plansQuery].some(isComing)) return <Coming />
  return (
    <>
      <div className="class-head k-grid k-gap-5">
        <div>
          <h1>{say('title')}</h1>
          <p className="k-muted">{say('lead')}</p>
        </div>
        <Chips
          label={say('year')}
          options={years.map((value) => ({ value, label: String(value) }))}
          value={year}
          onChange={(value) => change({ year: value })}
        />
      </div>
      {isLearner ? (
        passport && (
          <div className="k-stack k-gap-5">
            <PassportHero passport={passport} heading="h2" />
            <MyPlans year={year} />
          </div>
        )
      ) : (
        <div className="k-card padded k-cluster k-gap-4 k-split">
          <span>{say('signInForHours')}</span>
          <ButtonLink
            kind="main"
            to={`/login?redirect=${encodeURIComponent(location.pathname + location.search)}`}
          >
            {say('signIn')}
          </ButtonLink>
        </div>
      )}
      <div className={isLearner ? 'select-columns k-grid k-gap-5' : ''}>
        <div>
          <Tabs
            label={say('classType')}
            value={classType}
            onChange={(key) => change({ type: key })}
            tabs={types.map((candidate) => {
              const name = pick(candidate.name, candidate.nameEn)
              const gap = missing(candidate.key)
              return {
                key: candidate.key,
                label: gap > 0 ? say('tabMissing', { type: name, hours: hours(gap) }) : name,
              }
            })}
          >
            <div className="select-list">
              <Loaded
                query={query}
                skeleton={<CardSkeletons count={6} />}
                isEmpty={(data) => data.list.length === 0}
                empty={<Empty title={say('none')} hint={say('noneHint')} action={<WaysOn />} />}
              >
                {(data) => (
                  <>
                    <div className="class-grid k-grid k-gap-4" aria-busy={query.isPlaceholderData}>
                      {data.list.map((item) => (
                        <ClassCard key={item.id} item={item} />
                      ))}
                    </div>
                    {data.total > data.list.length && type && (
                      <p className="select-more">
                        <Link to={`${type.path}?year=${year}`}>{say('more', { total: data.total })}</Link>
                      </p>
                    )}
                  </>
                )}
              </Loaded>
            </div>
          </Tabs>
        </div>
        {isLearner && passport && <SelectionPanel passport={passport} />}
      </div>
      <CartBar />
      <OrderPlace />
    </>
  )
}
