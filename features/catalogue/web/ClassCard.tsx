import { Link } from 'react-router'
import { yuan } from '../../../contract/money.ts'
import { hours } from '../../../web/format.ts'
import { Ring } from '../../../web/kit/Ring.tsx'
import { classTypeColor } from '../../classType/web/classType.ts'
import { useHeldSentence } from '../../hours/web/held.ts'
import type { CatalogueClass } from '../contract.ts'
import { useStateName } from '../../../web/words.ts'
import { enrolmentLifecycle } from '../../enrolment/rules.ts'
import './Catalogue.css'
import { Cover, CoverHours } from './Cover.tsx'
import { JoinButton } from './JoinButton.tsx'
import { detailPath } from '../../class/rules.ts'
import { useCatalogueWords } from './words.ts'

/** A class's picture: its own, or one drawn from its type and category. */
export function ClassCover({
  item,
}: {
  item: Pick<CatalogueClass, 'classType' | 'categoryName' | 'coverKey'>
}) {
  return item.coverKey ? (
    <img className="k-fill" src={`/media/image/${item.coverKey}`} alt="" loading="lazy" />
  ) : (
    <Cover classType={item.classType} category={item.categoryName} />
  )
}

/** The price of a class, with its former price. */
export function Price({ price, originalPrice }: { price: number; originalPrice: number }) {
  const say = useCatalogueWords()
  if (price === 0) return <span className="class-price">{say('free')}</span>
  return (
    <span className="class-price">
      {originalPrice > price && <span className="k-hidden">{say('priceNow')}</span>}¥{yuan(price)}
      {originalPrice > price && (
        <s>
          <span className="k-hidden">{say('priceBefore')}</span>¥{yuan(originalPrice)}
        </s>
      )}
    </span>
  )
}

/**
 * True if a class is still to be paid for: then its price is shown, that of an approved one on the button
 * that pays.
 */
export const showsPrice = (joined: CatalogueClass['joined']) => !joined || joined.status === 'applied'

/** The reader's status in a class, as a coloured tag. */
export function JoinedTag({ joined }: { joined: CatalogueClass['joined'] }) {
  const say = useCatalogueWords()
  const stateName = useStateName(enrolmentLifecycle)
  if (!joined) return null
  if (joined.suspended) return <span className="k-tag warn">{say('paused')}</span>
  if (joined.status === 'passed') return <span className="k-tag good">{stateName('passed')}</span>
  if (joined.status === 'active') {
    const percent = Math.floor(joined.progress / 100)
    return (
      <span className="k-tag good">{percent > 0 ? say('percentCompleted', { percent }) : say('joined')}</span>
    )
  }
  const known =
    joined.status === 'applied' ||
    joined.status === 'approved' ||
    joined.status === 'failed' ||
    joined.status === 'expired'
  return known ? <span className="k-tag warn">{stateName(joined.status)}</span> : null
}

/** A class of the catalogue. */
export function ClassCard({ item }: { item: CatalogueClass }) {
  const say = useCatalogueWords()
  const held = useHeldSentence()(item)
  const few = item.placesLeft !== null && item.placesLeft > 0 && item.placesLeft <= 20
  return (
    <article className="k-card class-card">
      <div className={item.coverKey ? 'class-cover' : 'class-cover drawn'}>
        {item.coverKey ? (
          <Link to={detailPath(item.id)} tabIndex={-1} aria-hidden="true">
            <ClassCover item={item} />
          </Link>
        ) : (
          <ClassCover item={item} />
        )}
        <Ribbon item={item} />
        {item.joined?.status === 'active' && item.joined.progress > 0 && (
          <span className="class-progress" aria-hidden="true">
            <Ring
              size={32}
              width={5}
              label=""
              parts={[{ value: item.joined.progress / 10_000, color: classTypeColor(item.classType) }]}
            />
          </span>
        )}
      </div>
      <div className="class-body">
        {item.coverKey && <Title item={item} />}
        {held && item.joined?.status !== 'passed' && <p className="k-muted k-small">{held}</p>}
        <div className="class-tags k-cluster">
          <span className="k-tag">{item.categoryName}</span>
          <JoinedTag joined={item.joined} />
          {few && !item.joined && (
            <span className="k-tag warn">{say('placesLeft', { count: item.placesLeft! })}</span>
          )}
        </div>
        <div className="class-foot k-cluster k-split">
          {!showsPrice(item.joined) ? (
            <span />
          ) : (
            <Price price={item.price} originalPrice={item.originalPrice} />
          )}
          <JoinButton item={item} />
        </div>
      </div>
    </article>
  )
}

const Title = ({ item }: { item: CatalogueClass }) => (
  <h3>
    <Link to={detailPath(item.id)}>{item.name}</Link>
  </h3>
)

/** Text on the cover of a class: on a drawn one its title, and on each its hours. */
function Ribbon({ item }: { item: CatalogueClass }) {
  const say = useCatalogueWords()
  if (item.coverKey)
    return <span className="class-hours">{say('hoursOf', { hours: hours(item.hoursTenths) })}</span>
  return (
    <div className="class-written">
      <Title item={item} />
      <CoverHours tenths={item.hoursTenths} />
    </div>
  )
}

/** The shape of cards while they load. */
export function CardSkeletons({ count = 8 }: { count?: number }) {
  return (
    <div className="class-grid k-grid k-gap-4" aria-hidden="true">
      {Array.from({ length: count }, (_, i) => (
        <div key={i} className="k-card class-card">
          <div className="class-cover k-skeleton" />
          <div className="class-body">
            <div className="k-skeleton" />
            <div className="k-skeleton" style={{ width: '60%' }} />
          </div>
        </div>
      ))}
    </div>
  )
}
