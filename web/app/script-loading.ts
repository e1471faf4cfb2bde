/** The id of the script element that lists the scripts of a page. */
export const scriptListId = 'page-scripts';

/** The maximum delay of the scripts after `DOMContentLoaded`, in case an image takes longer. */
const maxDelayMs = 3_000;

/**
 * The inline script that loads the other scripts of a page. Most pages work without them, so it waits until the images
 * and fonts of the first screen have been loaded and painted; request priorities are not enough, because proxies often
 * ignore them. It loads the scripts immediately at the first input, which shows that the visitor starts to use the
 * page. It is terse because it is part of every page.
 */
export const scriptLoader = `{let load=()=>{load=()=>{};const add=(name,p)=>document.head.append(Object.assign(document.createElement(name),p,{fetchPriority:'low'}));const{entry,modules}=JSON.parse(document.getElementById('${scriptListId}').textContent);for(const href of modules)add('link',{rel:'modulepreload',href});add('script',{type:'module',src:entry})};addEventListener('load',()=>requestAnimationFrame(()=>requestAnimationFrame(()=>load())));addEventListener('DOMContentLoaded',()=>{setTimeout(()=>load(),${maxDelayMs});for(const e of ['pointermove','pointerdown','keydown','scroll'])addEventListener(e,()=>load(),{once:true,passive:true})})}`;
