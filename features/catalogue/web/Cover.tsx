import { hours } from '../../../web/format.ts'
import { coverColor } from './coverColor.ts'
import { glyphOf } from './glyphs.ts'
import { useCatalogueWords } from './words.ts'

/** A line drawing, as large as the text beside it unless given a class. */
export function Glyph({ shape, className }: { shape: string; className?: string }) {
  return (
    <svg
      className={className}
      width="1em"
      height="1em"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={shape} />
    </svg>
  )
}

/** The ground of a class's cover: the colour of its type, and a drawing of its category. */
export function Cover({ classType, category }: { classType: string; category: string }) {
  return (
    <span className="cover-ground" style={{ background: coverColor(classType, category) }} aria-hidden="true">
      <Glyph className="cover-glyph" shape={glyphOf(category)} />
    </span>
  )
}

/** The hours of a class on its cover, the number larger than its unit. */
export function CoverHours({ tenths }: { tenths: number }) {
  const say = useCatalogueWords()
  const number = hours(tenths)
  const [before, unit] = say('hoursOf', { hours: number }).split(number)
  return (
    <p className="class-numeral">
      {before}
      <b>{number}</b>
      {unit}
    </p>
  )
}
