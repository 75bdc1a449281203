import { useState } from 'react'
import type { OutputOf } from '../../../contract/call.ts'
import { yuan } from '../../../contract/money.ts'
import { useCall } from '../../../web/client.ts'
import { date } from '../../../web/format.ts'
import { Empty, Loaded } from '../../../web/kit/Loaded.tsx'
import { Button } from '../../../web/shell/control/Button.tsx'
import { Pages } from '../../../web/shell/control/Pages.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { usePaused } from '../../../web/shell/view/usePaused.ts'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'
import { useBilingual } from '../../../web/words.ts'
import { useIsProvider } from '../../unit/web/provider.ts'
import { UnitPicker } from '../../unit/web/UnitPicker.tsx'
import { unitClassCalls } from '../contract.ts'
import { obstacleNames } from '../rules.ts'
import type { Opened } from './UnitClassDrawer.tsx'
import { unitClassPaths } from './paths.ts'
import './UnitClass.css'
import { useUnitClassWords } from './words.ts'

const UnitClassDrawer = dialogPart(() => import('./UnitClassDrawer.tsx'))

type Offer = OutputOf<typeof unitClassCalls.findOffers>['list'][number]

const limit = 12

/** /train-manage/creat-class: a published class is chosen at the unit’s price and terms, and opened for the unit. */
export default function CreateClassPage() {
  const say = useUnitClassWords()
  const navigate = useViewNavigate()
  const isProvider = useIsProvider()
  const [{ unitId, keyword = '', page: shown = '1' }, change] = useUrlState()
  const [text, setText] = useState(keyword)
  const word = usePaused(text).trim()
  const [opened, setOpened] = useState<Opened | null>(null)
  const page = Math.max(1, Number(shown) || 1)
  const isReady = !isProvider || unitId !== undefined
  const query = useCall(
    unitClassCalls.findOffers,
    { page, limit, ...(unitId ? { unitId } : {}), ...(word ? { keyword: word } : {}) },
    { keep: true, enabled: isReady },
  )
  return (
    <section className="shell-card unit-class-page">
      <h1>{say('chooseClass')}</h1>
      <p className="k-muted">{say('chooseHint')}</p>
      <div className="k-cluster">
        {isProvider && (
          <label className="k-row" htmlFor="unit-class-unit">
            {say('chooseUnit')}
            <UnitPicker
              id="unit-class-unit"
              {...(unitId ? { value: unitId } : {})}
              onChange={(id) => change({ unitId: id ?? null, page: null })}
            />
          </label>
        )}
        <input
          className="office-input unit-class-search"
          type="search"
          aria-label={say('search')}
          placeholder={say('search')}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            change({ keyword: target.value, page: null })
          }}
        />
      </div>
      {isReady ? (
        <Loaded query={query}>
          {({ list, total }) =>
            list.length === 0 ? (
              <Empty title={say('none')} hint={say('noneHint')} />
            ) : (
              <>
                <ul className="k-list unit-class-offers">
                  {list.map((offer) => (
                    <OfferCard
                      key={offer.classId}
                      offer={offer}
                      onPick={() =>
                        setOpened({
                          classId: offer.classId,
                          className: offer.name,
                          price: offer.price,
                          ...(unitId ? { unitId } : {}),
                        })
                      }
                    />
                  ))}
                </ul>
                <Pages
                  {...{ page, limit, total }}
                  hidesOne
                  onPage={(next) => change({ page: next }, 'push')}
                />
              </>
            )
          }
        </Loaded>
      ) : (
        <Empty title={say('unitFirst')} />
      )}
      {opened && (
        <UnitClassDrawer
          opened={opened}
          isProvider={isProvider}
          onSaved={({ id }) => navigate(unitClassPaths.people(id))}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  )
}

/** A class with its price a head and its terms. */
function OfferCard({ offer, onPick }: { offer: Offer; onPick: () => void }) {
  const say = useUnitClassWords()
  const either = useBilingual()
  const { name, categoryName, year, hoursTenths, listPrice, price, seatsLeft, obstacle } = offer
  return (
    <li className="k-box unit-class-offer">
      <h2>{name}</h2>
      <p className="k-muted k-small">
        {categoryName} · {year} · {say('hoursOf', { hours: hoursTenths / 10 })}
      </p>
      <p className="k-numbers">
        {price === 0 ? (
          <strong>{say('free')}</strong>
        ) : (
          <>
            <strong>¥{yuan(price)}</strong> {say('perHead')}
          </>
        )}{' '}
        {listPrice > price && (
          <s className="k-muted k-small">{say('listPrice', { price: yuan(listPrice) })}</s>
        )}
      </p>
      <dl className="k-facts k-small">
        <dt>{say('signUpTo')}</dt>
        <dd>{offer.signUpTo ? date(offer.signUpTo) : say('noEnd')}</dd>
        <dt>{say('studyTo')}</dt>
        <dd>{offer.studyTo ? date(offer.studyTo) : say('noEnd')}</dd>
        <dt>{say('access')}</dt>
        <dd>{offer.validDays ? say('validDays', { days: offer.validDays }) : say('noEnd')}</dd>
      </dl>
      {seatsLeft !== null && <p className="k-small">{say('seats', { count: seatsLeft })}</p>}
      {obstacle ? (
        <p className="k-warn k-small unit-class-obstacle">
          {either(obstacleNames[obstacle].zh, obstacleNames[obstacle].en)}
        </p>
      ) : (
        <Button type="primary" aria-label={`${say('pick')}: ${name}`} onClick={onPick}>
          {say('pick')}
        </Button>
      )}
    </li>
  )
}
