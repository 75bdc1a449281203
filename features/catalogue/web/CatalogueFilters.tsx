import { useState } from 'react'
import { useCall } from '../../../web/client.ts'
import { thisYear } from '../../../web/dayStart.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { Chips } from '../../../web/kit/Chips.tsx'
import { Sheet } from '../../../web/kit/Sheet.tsx'
import { useSettings } from '../../project/web/settings.ts'
import { classCategoryCalls } from '../../class/category/contract.ts'
import { useAccount } from '../../session/web/account.ts'
import { useCodeLists } from '../../dictionary/web/codeLists.ts'
import type { ClassOrder } from '../contract.ts'
import { countedClasses, yearsFrom } from '../rules.ts'
import { useCatalogueWords } from './words.ts'

const ranges = {
  all: {},
  under5: { hoursTo: 50 },
  to10: { hoursFrom: 50, hoursTo: 101 },
  over10: { hoursFrom: 101 },
} as const
type Range = keyof typeof ranges

type Address = Readonly<Record<string, string>>
const orderWords = {
  recommended: 'recommended',
  newest: 'newest',
  cheapest: 'cheapest',
  hours: 'mostHours',
} as const satisfies Partial<Record<ClassOrder, string>>
const orders = Object.keys(orderWords) as (keyof typeof orderWords)[]

/** The years a learner may leaf through, this one first. */
export function useYears(): number[] {
  return yearsFrom(useSettings().classStartYear, thisYear())
}

/** The catalogue query of the URL; without a word about it there, `suits` decides whether only suitable classes are shown. */
export function filtersOf(address: Address, suits: boolean) {
  const range: { hoursFrom?: number; hoursTo?: number } =
    ranges[(address.hours ?? 'all') as Range] ?? ranges.all
  const suitable = address.suitable === undefined ? suits : address.suitable !== '0'
  return {
    year: Number(address.year ?? thisYear()),
    ...(address.category ? { categoryId: address.category } : {}),
    ...(address.keyword ? { keyword: address.keyword } : {}),
    ...(address.free ? { free: true } : {}),
    ...(suitable ? { suitable } : {}),
    ...(address.region ? { region: address.region } : {}),
    order: (address.order ?? 'recommended') as ClassOrder,
    ...range,
  }
}

/** The filters of an address that leave classes out, those of another year and of other learners among them. */
export function countFilters({ suitable, ...others }: ReturnType<typeof filtersOf>): number {
  const { categoryId, free, region, hoursFrom, hoursTo, year } = others
  const hoursRange = hoursFrom ?? hoursTo
  const chosen = [suitable, categoryId, free, region, hoursRange, year !== thisYear()]
  return chosen.filter((filter) => filter !== undefined && filter !== false).length
}

interface FiltersProps {
  classType: string
  address: Address
  /** The filters that hold: those of the address, and what this reader begins with. */
  filters: ReturnType<typeof filtersOf>
  change: (change: Record<string, string | number | null>) => void
}

/** Search and filters of the catalogue, whose state is in the URL; on a phone the filters are in a sheet. */
export function CatalogueFilters({ total, ...props }: FiltersProps & { total: number | undefined }) {
  const say = useCatalogueWords()
  const { address, filters, change } = props
  const [open, setOpen] = useState(false)
  const count = countFilters(filters)
  return (
    <section className="class-filters" aria-label={say('filters')}>
      <div className="class-choices hide-s">
        <Choices {...props} />
      </div>
      <div className="class-search k-row">
        <Search
          key={address.keyword ?? ''}
          keyword={address.keyword ?? ''}
          onSearch={(keyword) => change({ keyword: keyword || null, page: null })}
        />
        <Button className="hide-l" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {say('filters')}
          {count > 0 && (
            <span className="class-count">
              {count}
              <span className="k-hidden">{say('filtersChosen')}</span>
            </span>
          )}
        </Button>
      </div>
      <Sheet open={open} onClose={() => setOpen(false)} title={say('filters')}>
        <div className="class-choices">
          <Choices {...props} />
        </div>
        <div className="k-sheet-foot">
          <Button kind="main" wide onClick={() => setOpen(false)}>
            {total === undefined
              ? say('showClasses')
              : say(total >= countedClasses ? 'foundMore' : 'showFound', { total })}
          </Button>
        </div>
      </Sheet>
    </section>
  )
}

function Choices({ classType, address, filters, change }: FiltersProps) {
  const say = useCatalogueWords()
  const isLearner = useAccount()?.roleSystem === 3
  const years = useYears()
  const regions = useCodeLists(['region']).choices('region')
  const { data: categories = [] } = useCall(classCategoryCalls.findClassCategory, { classType })
  const pick = (name: string) => (value: string) => change({ [name]: value || null, page: null })
  const all = { value: '', label: say('all') }
  const children = (parentId: string | null) =>
    categories
      .filter((category) => category.parentId === parentId)
      .map((category) => ({ value: category.id, label: category.name }))
  const chosen = categories.find((category) => category.id === address.category)
  const top = chosen?.parentId ?? chosen?.id ?? ''
  const below = top ? children(top) : []
  return (
    <>
      <Chips
        label={say('year')}
        options={years.map((year) => ({ value: String(year), label: String(year) }))}
        value={address.year ?? String(years[0])}
        onChange={pick('year')}
      />
      {children(null).length > 0 && (
        <Chips
          label={say('category')}
          options={[all, ...children(null)]}
          value={top}
          onChange={pick('category')}
        />
      )}
      {below.length > 0 && (
        <Chips
          label={say('subcategory')}
          options={[{ value: top, label: say('all') }, ...below]}
          value={chosen!.id}
          onChange={pick('category')}
        />
      )}
      <Chips
        label={say('hours')}
        options={[
          { value: '', label: say('all') },
          { value: 'under5', label: say('under5') },
          { value: 'to10', label: say('to10') },
          { value: 'over10', label: say('over10') },
        ]}
        value={address.hours ?? ''}
        onChange={pick('hours')}
      />
      <div className="k-cluster">
        {isLearner && (
          <button
            type="button"
            className="k-chip"
            aria-pressed={filters.suitable === true}
            onClick={() => change({ suitable: filters.suitable ? 0 : 1, page: null })}
          >
            {say('suitableOnly')}
          </button>
        )}
        <button
          type="button"
          className="k-chip"
          aria-pressed={filters.free === true}
          onClick={() => change({ free: filters.free ? null : 1, page: null })}
        >
          {say('freeOnly')}
        </button>
        <select
          className="k-chip"
          aria-label={say('intendedRegions')}
          value={address.region ?? ''}
          onChange={(event) => pick('region')(event.target.value)}
        >
          <option value="">{say('anyRegion')}</option>
          {regions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <select
          className="k-chip"
          aria-label={say('sortOrder')}
          value={filters.order}
          onChange={(event) => pick('order')(event.target.value === 'recommended' ? '' : event.target.value)}
        >
          {orders.map((order) => (
            <option key={order} value={order}>
              {say(orderWords[order])}
            </option>
          ))}
        </select>
      </div>
    </>
  )
}

function Search({ keyword, onSearch }: { keyword: string; onSearch: (keyword: string) => void }) {
  const say = useCatalogueWords()
  const [text, setText] = useState(keyword)
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text.trim())
      }}
    >
      <input
        className="k-input"
        type="search"
        aria-label={say('search')}
        placeholder={say('search')}
        maxLength={60}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          if (event.target.value === '' && keyword !== '') onSearch('')
        }}
      />
      <Button type="submit">{say('searchDo')}</Button>
    </form>
  )
}
