const base='http://127.0.0.1:4499';
const r = await fetch(base+'/api/auth/sign-in/email',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({email:'owner@example.org',password:'a long pass phrase 7'})});
const cookie = r.headers.getSetCookie().map(x=>x.split(';')[0]).join('; ');
const [org] = await (await fetch(base+'/api/user/orgs',{headers:{cookie}})).json();
console.log(JSON.stringify(await (await fetch(base+`/api/${org.id}/sources/list-sources`,{headers:{cookie}})).json(),null,1));
