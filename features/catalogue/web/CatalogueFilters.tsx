import { useState } from 'react'
import { useCall } from '../../../web/client.ts'
import { thisYear } from '../../../web/dayStart.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { Chips } from '../../../web/kit/Chips.tsx'
import { useSettings } from '../../project/web/settings.ts'
import { classCategoryCalls } from '../../class/category/contract.ts'
import { useAccount } from '../../session/web/account.ts'
import { useCodeLists } from '../../dictionary/web/codeLists.ts'
import type { ClassOrder } from '../contract.ts'
import { yearsFrom } from '../rules.ts'
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

/** The catalogue query of the URL. */
export function filtersOf(address: Address) {
  const range = ranges[(address.hours ?? 'all') as Range] ?? ranges.all
  return {
    year: Number(address.year ?? thisYear()),
    ...(address.category ? { categoryId: address.category } : {}),
    ...(address.keyword ? { keyword: address.keyword } : {}),
    ...(address.free ? { free: true } : {}),
    ...(address.suitable ? { suitable: true } : {}),
    ...(address.region ? { region: address.region } : {}),
    order: (address.order ?? 'recommended') as ClassOrder,
    ...range,
  }
}

/** Filter chips of the catalogue; their state is in the URL. */
export function CatalogueFilters({
  classType,
  address,
  change,
}: {
  classType: string
  address: Address
  change: (change: Record<string, string | number | null>) => void
}) {
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
    <section className="k-card class-filters" aria-label={say('filters')}>
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
      <div className="class-search k-cluster">
        {(isLearner ? (['suitable', 'free'] as const) : (['free'] as const)).map((name) => (
          <button
            key={name}
            type="button"
            className="k-chip"
            aria-pressed={Boolean(address[name])}
            onClick={() => change({ [name]: address[name] ? null : 1, page: null })}
          >
            {say(`${name}Only`)}
          </button>
        ))}
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
          value={address.order ?? 'recommended'}
          onChange={(event) => pick('order')(event.target.value === 'recommended' ? '' : event.target.value)}
        >
          {orders.map((order) => (
            <option key={order} value={order}>
              {say(orderWords[order])}
            </option>
          ))}
        </select>
        <Search key={address.keyword ?? ''} keyword={address.keyword ?? ''} onSearch={pick('keyword')} />
      </div>
    </section>
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
