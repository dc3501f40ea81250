import { chromium } from 'playwright';
const base='http://127.0.0.1:4499';
const b = await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-gpu']});
const c = await b.newContext({baseURL:base, viewport:{width:1440,height:900}});
const p = await c.newPage(); p.setDefaultTimeout(20000);
p.on('console', m=>{ if(m.type()==='error') console.log('console:',m.text().slice(0,300)) }); p.on('pageerror', e=>console.log('pageerror', e.message.slice(0,300)));
await p.request.post('/api/auth/sign-in/email',{data:{email:'owner@example.org',password:'a long pass phrase 7'},headers:{origin:base}});
const [org] = await (await p.request.get('/api/user/orgs')).json();
await p.goto(`/${org.id}/explore`);
const clause = async (what: string, ...options: string[]) => {
  await p.getByRole('button', { name: /^(Ask something|Add a clause)/ }).click();
  await p.getByRole('menuitem', { name: what }).click();
  for (const o of options) { const box = p.getByRole('combobox').last(); await box.fill(o); await p.getByRole('option').first().waitFor(); console.log(what, o, await p.getByRole('option').allInnerTexts()); await box.press('Enter'); await p.waitForTimeout(1500); await p.screenshot({path:`/tmp/shots/j-${what.slice(0,5)}-${o}.png`}); }
};
const step = async (n: string, f: () => Promise<unknown>) => { try { await f(); console.log('ok', n);} catch (e) { console.log('FAIL', n, String(e).slice(0,300)); console.log(await p.locator('body').ariaSnapshot().then(t=>t.slice(-3500))); } await p.screenshot({path:`/tmp/shots/s-${n}.png`}); };
await step('select', () => clause('Select what it is about', 'Commits'));
await step('group', () => clause('Group by', 'Author name'));
await step('filter', () => clause('Filter', 'Repository name', 'generated'));
await step('dates', async () => { await p.keyboard.press('Escape'); await p.getByRole('button', { name: /^(Ask something|Add a clause)/ }).click(); await p.getByRole('menuitem', { name: 'Date range' }).click(); await p.waitForTimeout(800); console.log(await p.getByRole('dialog').last().ariaSnapshot()); });
await b.close();
