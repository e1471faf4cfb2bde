/** The id of the script element that lists the scripts of a page. */
export const scriptListId = 'page-scripts';

/** Scripts are loaded after this time at the latest, in case an image takes longer. */
const maxDelayMs = 3_000;

/**
 * The inline script that loads the scripts of a page. Pages work without scripts, and proxies often ignore the
 * priorities that browsers assign to requests, so the images and fonts of the first screen are loaded and painted
 * before them. The first input loads the scripts immediately, because the visitor starts to use the page. It is terse
 * because it is part of every page.
 */
export const scriptLoader = `{let load=()=>{load=()=>{};const add=(name,p)=>document.head.append(Object.assign(document.createElement(name),p,{fetchPriority:'low'}));const{entry,modules}=JSON.parse(document.getElementById('${scriptListId}').textContent);for(const href of modules)add('link',{rel:'modulepreload',href});add('script',{type:'module',src:entry})};addEventListener('load',()=>requestAnimationFrame(()=>requestAnimationFrame(()=>load())));addEventListener('DOMContentLoaded',()=>{setTimeout(()=>load(),${maxDelayMs});for(const e of ['pointermove','pointerdown','keydown','scroll'])addEventListener(e,()=>load(),{once:true,passive:true})})}`;
