import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { onTheme } from '../../../web/theme.ts'
import type { ChartData, DrawnChart } from './chartData.ts'

use([BarChart, LineChart, GridComponent, TooltipComponent, LegendComponent, AriaComponent, CanvasRenderer])

/** Height of the title above a picture, in its pixels: two for each of the page. */
const headHeight = 112

/** A name in two lines of its place at most. */
const shortName = (name: string) => (name.length > 18 ? `${name.slice(0, 17)}…` : name)

/** The colours and the font of the page as they are now, which a canvas does not follow by itself. */
function colours(at: HTMLElement) {
  const style = getComputedStyle(at)
  const of = (name: string) => style.getPropertyValue(name).trim()
  return {
    text: of('--ink-2'),
    line: of('--line'),
    now: of('--brand'),
    before: of('--ink-3'),
    card: of('--card'),
    // A canvas knows no inherited font: it would draw all texts in its own, of 10 px.
    fontFamily: style.fontFamily,
  }
}

/** Draws a chart into an element, with its colours and its size for as long as it is there. */
export function drawChart(at: HTMLElement, data: ChartData): DrawnChart {
  const chart = init(at)
  let current = data
  const draw = () => {
    const { text, line, now, before, card, fontFamily } = colours(at)
    const { labels, series, kind, format, names, unit } = current
    const axisText = { color: text, fontSize: 13 }
    const categories = {
      type: 'category',
      data: [...labels],
      axisLabel: { ...axisText, hideOverlap: true },
    } as const
    const values = {
      type: 'value',
      axisLabel: { ...axisText, hideOverlap: true, formatter: format },
      splitLine: { lineStyle: { color: line } },
      minInterval: 1,
    } as const
    chart.setOption(
      {
        animation: false,
        backgroundColor: card,
        aria: { enabled: true },
        textStyle: { fontFamily },
        legend: { data: [...names], textStyle: axisText, top: 0 },
        grid: {
          left: 8,
          right: 16,
          top: 36,
          bottom: 8,
          outerBoundsMode: 'same',
          outerBoundsContain: 'axisLabel',
        },
        tooltip: {
          trigger: 'axis',
          renderMode: 'richText',
          backgroundColor: card,
          borderColor: line,
          textStyle: { color: text },
          valueFormatter: (value: unknown) => [format(Number(value)), unit].filter(Boolean).join(' '),
        },
        ...(kind === 'bars'
          ? {
              xAxis: values,
              yAxis: {
                ...categories,
                inverse: true,
                axisLabel: {
                  ...axisText,
                  width: 124,
                  lineHeight: 15,
                  overflow: 'break',
                  formatter: shortName,
                },
              },
            }
          : { xAxis: categories, yAxis: values }),
        series: series.map((each, index) => ({
          name: names[index],
          type: kind === 'bars' ? 'bar' : 'line',
          data: [...each],
          color: index === 0 ? now : before,
          symbol: 'none',
          ...(index > 0 && kind === 'lines' && { lineStyle: { type: 'dashed' } }),
        })),
      } as never,
      { notMerge: true },
    )
  }
  draw()
  const size = new ResizeObserver(() => chart.resize())
  size.observe(at)
  const stop = onTheme(draw)
  return {
    update(changed) {
      current = changed
      draw()
    },
    picture(title, covers) {
      const { text, card, fontFamily } = colours(at)
      const drawn = chart.getRenderedCanvas({ pixelRatio: 2, backgroundColor: card })
      const canvas = Object.assign(document.createElement('canvas'), {
        width: drawn.width,
        height: drawn.height + headHeight,
      })
      const page = canvas.getContext('2d')!
      page.fillStyle = card
      page.fillRect(0, 0, canvas.width, canvas.height)
      page.fillStyle = text
      page.font = `600 32px ${fontFamily}`
      page.fillText(title, 24, 48)
      page.font = `26px ${fontFamily}`
      page.fillText(covers, 24, 90)
      page.drawImage(drawn, 0, headHeight)
      return canvas.toDataURL('image/png')
    },
    end() {
      stop()
      size.disconnect()
      chart.dispose()
    },
  }
}
