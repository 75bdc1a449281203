import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coverColor } from './coverColor.ts'
import { glyphOf } from './glyphs.ts'

const hslOf = (color: string) => /hsl\((\d+) (\d+)% (\d+)%\)/.exec(color)!.slice(1).map(Number)

/** The luminance of a colour under white of some strength. */
function luminance(color: string, white = 0): number {
  const [hue, saturation, lightness] = hslOf(color) as [number, number, number]
  const half = (saturation / 100) * Math.min(lightness / 100, 1 - lightness / 100)
  const part = (n: number) => {
    const k = (n + hue / 30) % 12
    const value = lightness / 100 - half * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    const seen = value + (1 - value) * white
    return seen <= 0.04045 ? seen / 12.92 : ((seen + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * part(0) + 0.7152 * part(8) + 0.0722 * part(4)
}

const categories = ['法律法规', '护理', '会计', '施工与监理', '人工智能', '基础教育', '公共卫生', '应急']

test('the hue of a cover is that of the class type, whatever the category', () => {
  const hues = ['public', 'specialized', 'professional', 'vocational'].map(
    (type) => new Set(categories.map((category) => hslOf(coverColor(type, category))[0])),
  )
  assert.deepEqual(
    hues.map((one) => one.size),
    [1, 1, 1, 1],
  )
  assert.equal(new Set(hues.flatMap((one) => [...one])).size, 4)
})

test('white text is readable on every cover, on its drawing too', () => {
  for (const type of ['public', 'specialized', 'professional', 'vocational', 'invented'])
    for (const category of categories) {
      const contrast = 1.05 / (luminance(coverColor(type, category), 0.15) + 0.05)
      assert.ok(contrast >= 4.5, `${type} ${category}: ${contrast.toFixed(2)}`)
    }
})

test('categories have drawings of their own, and what is not known has one too', () => {
  assert.equal(new Set([...categories, '没有见过'].map(glyphOf)).size, categories.length + 1)
})
