import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { fc } from '../test/dice.ts'
import { openWindow } from '../test/window.ts'
import { contrast, defaultColor, shadesOf } from './shades.ts'

openWindow()
const { changeTheme, changeThemeColor, onTheme, takeBrand, themeColor } = await import('./theme.ts')
const style = () => document.documentElement.style

beforeEach(() => {
  takeBrand(defaultColor)
  changeThemeColor(null)
  changeTheme('light')
})

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`)

test('contrast is counted as WCAG counts it', () => {
  assert.equal(contrast('#000', '#fff').toFixed(2), '21.00')
  assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48')
  assert.equal(contrast('#1890ff', '#1890ff'), 1)
})

test('of any colour: text and a filled button are at least 4.5:1, lines at least 3:1, by day and by night', () => {
  fc.assert(
    fc.property(anyColor, fc.boolean(), (color, dark) => {
      const { text, fill, onFill, mark } = shadesOf(color, dark)
      assert.ok(contrast(fill, onFill) >= 4.5, `${color} fills ${fill}`)
      // The kit's buttons are filled with the shade of its text.
      assert.equal(fill, text)
      for (const app of dark ? ['#151d26', '#06121f'] : ['#ffffff', '#f5f6f8'])
        assert.ok(contrast(text, app) >= 4.5, `${color} writes ${text}`)
      assert.ok(contrast(mark, dark ? '#151d26' : '#ffffff') >= 3, `${color} marks ${mark}`)
    }),
  )
})

test('the colour is #1890ff where neither the portal nor its reader chose another', () => {
  assert.equal(defaultColor, '#1890ff')
  assert.equal(themeColor(), '#1890ff')
  assert.equal(style().getPropertyValue('--brand-strong'), '')
})

test('a chosen colour is saved in this browser and overrides the portal’s, and can be reset', () => {
  let reported = 0
  const stop = onTheme(() => reported++)
  takeBrand('#0f766e')
  assert.equal(themeColor(), '#0f766e')
  changeThemeColor('#ffcc00')
  assert.equal(localStorage.getItem('themeColor'), '#ffcc00')
  takeBrand('#7a5af5')
  assert.equal(themeColor(), '#ffcc00')
  assert.ok(contrast(style().getPropertyValue('--brand-strong'), '#ffffff') >= 4.5)
  changeTheme('dark')
  assert.ok(contrast(style().getPropertyValue('--brand-strong'), '#151d26') >= 4.5)
  changeThemeColor(null)
  assert.equal(themeColor(), '#7a5af5')
  assert.equal(reported, 5)
  stop()
})

test('what is no colour is not taken', () => {
  const before = themeColor()
  for (const wrong of ['red', '#12', 'url(x)', '#12345g', '']) {
    takeBrand(wrong)
    changeThemeColor(wrong)
    assert.equal(themeColor(), before)
  }
})
