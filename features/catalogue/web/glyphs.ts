/** Line drawings on 24 by 24, each with the words of the categories that it stands for; the first that fits is taken. */
const drawings: readonly (readonly [RegExp, string])[] = [
  // First aid: a case with a cross.
  [/急救|救护|救援/, 'M4 8h16v12H4zM9 8V5h6v3M12 11v6M9 14h6'],
  // An alarm.
  [/应急|突发|消防/, 'M6 18v-5a6 6 0 0 1 12 0v5M4 18h16v3H4zM12 2v2M3.5 6 5 7.2M20.5 6 19 7.2'],
  // A shield with a tick.
  [/安全|保密|反诈/, 'M12 3l8 3v6c0 5-3.5 7.5-8 9-4.5-1.5-8-4-8-9V6zM8.5 12l2.5 2.5 4.5-5'],
  // A stack of data.
  [/数据/, 'M4 6c0-4 16-4 16 0s-16 4-16 0v12c0 4 16 4 16 0V6M4 12c0 4 16 4 16 0'],
  // The sign of copyright.
  [/知识产权|专利|版权/, 'M12 3a9 9 0 1 0 .01 0M15 9.500a4 4 0 1 0 0 5'],
  // Scales.
  [/法律|法规|政策|合规/, 'M12 3v18M7 21h10M5 6h14M5 6l-3 8a3.5 3.5 0 0 0 6 0zM19 6l-3 8a3.5 3.5 0 0 0 6 0z'],
  // A compass.
  [/道德|操守|诚信|作风/, 'M12 3a9 9 0 1 0 .01 0M15.5 8.5 13.5 13.5 8.5 15.5 10.5 10.500z'],
  // A leaf.
  [/绿色|低碳|碳排|环保|生态/, 'M5 19C3 10 9 4 20 4c0 11-6 17-15 15zM5 19 14 10'],
  // A robot arm.
  [
    /机器人/,
    'M4 21h9M8.5 21v-4M8.5 13.500a1.8 1.8 0 1 0 .01 0M9.5 13.5 12 7M13 3.500a1.8 1.8 0 1 0 .01 0M15 5l5 2M20 7v4l-2 2M20 11l2 2',
  ],
  // A chip.
  [
    /人工智能|智能算法|芯片/,
    'M6 6h12v12H6zM10 10h4v4h-4zM9 6V3M15 6V3M9 21v-3M15 21v-3M6 9H3M6 15H3M21 9h-3M21 15h-3',
  ],
  // A cogwheel.
  [
    /机械|制造|机电/,
    'M12 9a3 3 0 1 0 .01 0M12 5.5a6.5 6.5 0 1 0 .01 0M12 2v3.5M12 18.5V22M2 12h3.5M18.5 12H22M5 5l2.4 2.4M16.6 16.6 19 19M19 5l-2.4 2.4M7.4 16.6 5 19',
  ],
  // A flash.
  [/电气|电力|能源|节能|自动化/, 'M13 2 5 14h6l-1 8 9-12h-6z'],
  // A lamp.
  [/创新|方法|思维/, 'M9 18h6M10 21h4M8.5 15c-5-4-2.5-12 3.5-12s8.5 8 3.5 12z'],
  // A sprout.
  [/农业|农村|种植|畜牧/, 'M12 21V10M12 12c-6 0-8-3-8-7 5 0 8 2 8 7zM12 10c0-4 3-6 8-6 0 4-2 7-8 7'],
  // A bridge.
  [
    /桥梁|结构|土木/,
    'M2 17h20M6 21V6M18 21V6M2 12C4 11 6 9 6 6c1 6 11 6 12 0 0 3 2 5 4 6M9 17v-6M12 17v-5.500M15 17v-6',
  ],
  // Waves.
  [
    /水利|市政|给排水|海洋/,
    'M2 8c3.5-4 6.5 4 10 0s6.5 4 10 0M2 13c3.5-4 6.5 4 10 0s6.5 4 10 0M2 18c3.5-4 6.5 4 10 0s6.5 4 10 0',
  ],
  // A crane.
  [/施工|监理|造价/, 'M7 21V4M4 21h6M4 7h17M7 4l7 3M7 4 4 7M17 7v6M15 13h4v3h-4z'],
  // A ruler and a pencil.
  [/勘察|设计|测绘|规划/, 'M3 17 17 3l4 4L7 21zM7 13l2 2M10 10l2 2M13 7l2 2'],
  // Houses.
  [/建筑|住房|城乡|房屋/, 'M3 21h18M5 21V9l7-5 7 5v12M9 21v-6h6v6M9 11h.01M15 11h.01'],
  // A road.
  [/交通|运输|公路|养护|物流/, 'M8 3 4 21M16 3l4 18M12 4v3M12 10.500v3M12 17v4'],
  // A germ.
  [
    /公共卫生|疾控|传染|预防/,
    'M12 7a5 5 0 1 0 .01 0M12 7V3M12 21v-4M7 12H3M21 12h-4M8.5 8.5 6 6M18 18l-2.5-2.500M15.5 8.5 18 6M6 18l2.5-2.5',
  ],
  // A hospital.
  [/医院|医疗机构|质控/, 'M4 21V6h16v15M2 21h20M12 9v6M9 12h6M10 21v-3h4v3'],
  // A person and a hand that holds.
  [
    /养老|生活|服务|家政|社会/,
    'M12 3a3 3 0 1 0 .01 0M7 14c0-6 10-6 10 0M3 15c3-1 5 0 7 2h4M3 21c4-2 6 0 9 0s6-2 9-5',
  ],
  // A heart with its beat.
  [
    /护理|心理|健康管理|康复/,
    'M12 20C4 14 3 11 3 8.5 3 4 9 3 12 7c3-4 9-3 9 1.5 0 2.5-1 5.5-9 11.500zM6 12h3l2-3 2 5 1.5-2H18',
  ],
  // A stethoscope.
  [/临床|医学|卫生|中医|药/, 'M6 3H4v6a5 5 0 0 0 10 0V3h-2M9 14v2a5 5 0 0 0 10 0v-3M19 9a2 2 0 1 0 .01 0'],
  // A magnifying glass.
  [/审计|内控|检验|检测/, 'M10.5 4a6.5 6.5 0 1 0 .01 0M15.5 15.5 21 21M8 11l2 2 3.5-4'],
  // A calculator.
  [
    /会计|财务|税|金融|经济/,
    'M5 3h14v18H5zM8 6h8v4H8zM8 14h.01M12 14h.01M16 14h.01M8 18h.01M12 18h.01M16 18h.01',
  ],
  // A cap.
  [/教育|教学|教师|培训师/, 'M2 9l10-5 10 5-10 5zM6 11.500V17c3 3 9 3 12 0v-5.500M22 9v6'],
  // A laptop.
  [/数字|信息|软件|网络|办公|计算机/, 'M5 5h14v10H5zM2 19h20l-3-4H5z'],
  // A spanner.
  [/技能|工艺|维修/, 'M14 7a4.5 4.5 0 0 1 6-4l-3 3 1 2 2 1 3-3a4.5 4.5 0 0 1-6 6L8 21a2.1 2.1 0 0 1-3-3z'],
]
/** Layers, for a category that none of the drawings stands for. */
const other = 'M12 3l9 5-9 5-9-5zM3 12l9 5 9-5M3 16l9 5 9-5'

/** The line drawing that stands for a category by its name. */
export const glyphOf = (category: string): string =>
  drawings.find(([words]) => words.test(category))?.[1] ?? other

const ofTypes: Readonly<Record<string, string>> = {
  // People, for what everybody takes.
  public: 'M9 5a3.5 3.5 0 1 0 .01 0M2 20c0-8 14-8 14 0M16 5.500a3 3 0 0 1 0 6M18 14c3 1 4 3 4 6',
  specialized: 'M4 5c3-1 6-1 8 1 2-2 5-2 8-1v14c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v14',
  professional: 'M3 8h18v12H3zM9 8V5h6v3M3 13h18M12 12v2',
  vocational: glyphOf('技能'),
}

/** The line drawing that stands for a class type. */
export const glyphOfType = (classType: string): string => ofTypes[classType] ?? other
