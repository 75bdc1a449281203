import { useLocation } from 'react-router'
import { useCall } from '../../../web/client.ts'
import { hours } from '../../../web/format.ts'
import { Button, ButtonLink } from '../../../web/kit/Button.tsx'
import { Coming, Empty, isComing, Loaded } from '../../../web/kit/Loaded.tsx'
import { WaysOn } from '../../../web/kit/WaysOn.tsx'
import { Pager } from '../../../web/kit/Pager.tsx'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { useBilingual } from '../../../web/words.ts'
import { lazyPart } from '../../../web/lazyPart.tsx'
import { classCategoryCalls } from '../../class/category/contract.ts'
import { HoursMeter, useHoursMeterQuery } from '../../hours/web/HoursMeter.tsx'
import { defaultSettings } from '../../project/rules.ts'
import { useSettings } from '../../project/web/settings.ts'
import { useAccountQuery } from '../../session/web/account.ts'
import { type CatalogueClass, catalogueCalls } from '../contract.ts'
import { countedClasses } from '../rules.ts'
import { CartBar } from './CartBar.tsx'
import { CatalogueFilters, filtersOf } from './CatalogueFilters.tsx'
import { CardSkeletons, ClassCard } from './ClassCard.tsx'
import './Catalogue.css'
import { OrderPlace } from './OrderPlace.tsx'
import { useMajorQuery, useSuits } from './suits.ts'
import { useCatalogueWords } from './words.ts'

/** Few ask for it: its captcha is loaded with it alone. */
const SkillLookUp = lazyPart(() =>
  import('../../certificate/web/SkillLookUp.tsx').then((part) => ({ default: part.SkillLookUp })),
)

const limit = 24

/** Tells a learner without a professional group that classes may not fit, with a link to set it. */
function MajorHint() {
  const say = useCatalogueWords()
  const { data } = useMajorQuery()
  if (!data?.need) return null
  return (
    <div className="k-card padded class-major k-cluster k-split" role="status">
      <p>{say('majorHint', { count: data.classes })}</p>
      <ButtonLink to="/my?tab=account">{say('majorGo')}</ButtonLink>
    </div>
  )
}

/** True as long as the head of the page, above the classes, is not known. */
function useIsHeadComing(year: number, classType: string): boolean {
  const account = useAccountQuery()
  const hoursQuery = useHoursMeterQuery(year)
  const categories = useCall(classCategoryCalls.findClassCategory, { classType })
  const major = useMajorQuery()
  return [account, hoursQuery, categories, major].some(isComing)
}

/** True if each of the classes found is one of the reader's already: none of them is left to join. */
const isAllJoined = ({ total, list }: { total: number; list: readonly CatalogueClass[] }) =>
  total === list.length && list.every(({ joined }) => joined !== null)

/** Classes of the class type given by the URL. */
export default function CataloguePage() {
  const say = useCatalogueWords()
  const pick = useBilingual()
  const settings = useSettings()
  const { pathname } = useLocation()
  const [address, change] = useUrlState()
  const type =
    settings.showClassType.find((shown) => shown.path === pathname) ??
    defaultSettings.showClassType.find((known) => known.path === pathname)!
  const page = Number(address.page ?? 1)
  const suits = useSuits()
  const filters = filtersOf(address, suits === true)
  const query = useCall(
    catalogueCalls.findClassList,
    { classType: type.key, ...filters, page, limit },
    { keep: true, enabled: suits !== undefined },
  )
  const isHeadComing = useIsHeadComing(filters.year, type.key)
  const required = settings.requiredHoursTenths[type.key]
  const clear = () =>
    change({
      ...Object.fromEntries(Object.keys(address).map((name) => [name, null])),
      // What the page begins with leaves classes out as well.
      suitable: suits ? 0 : null,
    })
  if (isHeadComing) return <Coming />
  return (
    <>
      <div className="class-head k-grid k-gap-5">
        <div>
          <h1>{pick(type.name, type.nameEn)}</h1>
          <p className="k-muted">
            {required
              ? say('yearLineRequired', { year: filters.year, hours: hours(required) })
              : say('yearLine', { year: filters.year })}
          </p>
        </div>
        <HoursMeter year={filters.year} classType={type.key} />
      </div>
      <MajorHint />
      <CatalogueFilters
        key={type.key}
        classType={type.key}
        address={address}
        filters={filters}
        change={change}
        total={query.data?.total}
      />
      <Loaded
        query={query}
        skeleton={<CardSkeletons />}
        isEmpty={(data) => data.list.length === 0}
        empty={
          <Empty
            title={say('none')}
            hint={say('noneHint')}
            action={
              <>
                <Button onClick={clear}>{say('clear')}</Button>
                <WaysOn />
              </>
            }
          />
        }
      >
        {(data) => (
          <>
            <p className="k-muted k-small class-total" aria-live="polite">
              {say(
                data.total >= countedClasses ? 'foundMore' : filters.suitable ? 'foundSuitable' : 'found',
                {
                  total: data.total,
                },
              )}
            </p>
            <div className="class-grid k-grid k-gap-4" aria-busy={query.isPlaceholderData}>
              {data.list.map((item) => (
                <ClassCard key={item.id} item={item} />
              ))}
            </div>
            {filters.suitable && (
              <p className="class-others k-muted">
                {say(isAllJoined(data) ? 'allJoined' : 'onlySuitable')}{' '}
                <Button
                  kind={isAllJoined(data) ? 'plain' : 'quiet'}
                  onClick={() => change({ suitable: 0, page: null })}
                >
                  {say('showAll')}
                </Button>
              </p>
            )}
            <Pager
              page={page}
              limit={limit}
              total={data.total}
              onPage={(next) => {
                change({ page: next === 1 ? null : next })
                window.scrollTo(0, 0)
              }}
            />
          </>
        )}
      </Loaded>
      {pathname === '/vocational' && (
        <div className="class-look-up">
          <SkillLookUp />
        </div>
      )}
      <CartBar />
      <OrderPlace />
    </>
  )
}
